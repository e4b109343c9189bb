# SPDX-License-Identifier: BSD-3-Clause
"""pip install . : CMake builds liblacon and the extension (one file) from the sources of the checkout, or from those
that the sdist carries in liblacon/."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
INSIDE = HERE / "liblacon"  # in an sdist
ROOT = INSIDE if INSIDE.exists() else HERE.parent.parent
PARTS = ["CMakeLists.txt", "cmake", "include", "src", "cli", "mpi", "bench", "report/dist", "LICENSE",
         "bindings/python/CMakeLists.txt", "bindings/python/native"]


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(lacon VERSION ([\d.]+)", text).group(1)


class build_by_cmake(build_ext):
    def build_extension(self, ext):
        folder = Path(self.build_temp).resolve() / "cmake"
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.check_call(["cmake", "-S", str(ROOT), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release",
                               "-DLACON_TESTS=OFF", f"-DLACON_PYTHON={sys.executable}"])
        subprocess.check_call(["cmake", "--build", str(folder), "--target", "lacon_extension", "--parallel"])
        to = Path(self.get_ext_fullpath(ext.name))
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / "python" / "lacon" / "_core.abi3.so", to)


class sdist_with_library(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for part in PARTS:
            source, to = ROOT / part, Path(base_dir) / "liblacon" / part
            if source.is_dir():
                shutil.copytree(source, to, ignore=shutil.ignore_patterns("__pycache__"))
            elif source.exists():
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, to)


class abi3_wheel(bdist_wheel):
    def get_tag(self):
        python, _, platform = super().get_tag()
        return "cp39", "abi3", platform


class WithExtension(Distribution):
    def has_ext_modules(self):
        return True


setup(
    version=version(),
    distclass=WithExtension,
    ext_modules=[Extension("lacon._core", sources=[], py_limited_api=True)],
    cmdclass={"build_ext": build_by_cmake, "sdist": sdist_with_library, "bdist_wheel": abi3_wheel},
)
