// SPDX-License-Identifier: BSD-3-Clause
// The variables in space (three.js), only in pages made with --3d: spheres inside a shell of glass, rods for edges, turned
// by pointer or keys. figures/brain.js puts it on the page; without WebGL scene() gives null and the three
// projections stand alone.
import { AmbientLight, Box3, BufferAttribute, BufferGeometry, CanvasTexture, Color, CylinderGeometry, DirectionalLight, Group, IcosahedronGeometry, Mesh, MeshPhongMaterial, PerspectiveCamera, Raycaster, Scene, ShaderMaterial, SphereGeometry, Sprite, SpriteMaterial, SRGBColorSpace, Vector2, Vector3, WebGLRenderer } from "three";
import { depth, surface } from "./anatomy.js";

const NEAR = 2.6, FAR = 13, HOME = 4.9; // distances of the eye, in radii of the shell
const LOOKS = { left: [-Math.PI / 2, 0], back: [0, 0], above: [0, Math.PI / 2 - 0.001] }; // about the upright axis, then up

// x to the right, y up, z towards us, from the coordinates of an atlas (x right, y front, z up).
const upright = ([x, y, z]) => [x, z, -y];

// A smooth convex shell: in direction u the softly farthest point, and a margin.
function shell(points, radius) {
    const round = new IcosahedronGeometry(1, 24), at = round.getAttribute("position"), u = new Vector3(), place = new Vector3(), sharp = 14 / radius;
    for (let i = 0; i < at.count; i++) {
        u.fromBufferAttribute(at, i).normalize();
        const along = points.map((p) => p.dot(u)), most = Math.max(...along);
        let total = 0;
        place.set(0, 0, 0);
        points.forEach((p, j) => {
            const weight = Math.exp(sharp * (along[j] - most));
            total += weight;
            place.addScaledVector(p, weight);
        });
        place.divideScalar(total).addScaledVector(u, 0.15 * radius);
        at.setXYZ(i, place.x, place.y, place.z);
    }
    return round; // its normals stay those of the sphere: u is normal to a surface of support, so there are no facets
}

// The brain's own shell: triangles, with normals from the slope of its depth, so that there are no facets.
function brainShell({ position, index }, middle) {
    const normal = new Float32Array(position.length), moved = new Float32Array(position.length), made = new BufferGeometry(), E = 1;
    for (let i = 0; i < position.length; i += 3) {
        const [x, y, z] = position.slice(i, i + 3), slope = new Vector3(...upright([depth(x + E, y, z) - depth(x - E, y, z), depth(x, y + E, z) - depth(x, y - E, z), depth(x, y, z + E) - depth(x, y, z - E)])).normalize();
        normal.set([slope.x, slope.y, slope.z], i);
        const at = new Vector3(...upright([x, y, z])).sub(middle);
        moved.set([at.x, at.y, at.z], i);
    }
    made.setAttribute("position", new BufferAttribute(moved, 3));
    made.setAttribute("normal", new BufferAttribute(normal, 3));
    made.setIndex(index);
    return made;
}

// A word that always faces us: on a disc (a module's number) or by itself (left, right, front).
function sign(word, size, disc, ink) {
    const side = 128, canvas = document.createElement("canvas"), c = canvas.getContext("2d");
    canvas.width = canvas.height = side;
    if (disc) {
        c.fillStyle = disc;
        c.strokeStyle = "#15191e";
        c.lineWidth = 7;
        c.beginPath();
        c.arc(side / 2, side / 2, side / 2 - 6, 0, 2 * Math.PI);
        c.fill();
        c.stroke();
    }
    c.fillStyle = ink;
    c.font = `700 ${disc ? 64 : 44}px system-ui, sans-serif`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    if (!disc) (c.strokeStyle = "#ffffffd0"), (c.lineWidth = 9), (c.lineJoin = "round"), c.strokeText(word, side / 2, side / 2 + 4); // read on light and dark
    c.fillText(word, side / 2, side / 2 + 4);
    const picture = new CanvasTexture(canvas);
    picture.colorSpace = SRGBColorSpace;
    const made = new Sprite(new SpriteMaterial({ map: picture, depthTest: false, transparent: true }));
    made.scale.setScalar(size);
    made.renderOrder = 4;
    return made;
}

function renderer(canvas) {
    try {
        const context = canvas.getContext("webgl2", { antialias: true, alpha: true, preserveDrawingBuffer: true });
        if (!context) return null; // asked for here, because three.js would put an error on the console
        const made = new WebGLRenderer({ canvas, context });
        made.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
        return made;
    } catch {
        return null; // it is there and cannot be used
    }
}

// Glass: clear where we look straight through it, denser towards the rim.
const VERTEX = `varying vec3 n; varying vec3 v;
void main() { vec4 eye = modelViewMatrix * vec4(position, 1.0); n = normalMatrix * normal; v = -eye.xyz; gl_Position = projectionMatrix * eye; }`;
const FRAGMENT = `varying vec3 n; varying vec3 v;
void main() { float rim = 1.0 - abs(dot(normalize(n), normalize(v))); gl_FragColor = vec4(0.36, 0.47, 0.57, 0.035 + 0.42 * rim * rim * rim); }`;

// What to see: {points: [{at, module, colour, size, words}], anchors: likewise, brain, still, tip}. Returns what the page may
// ask of it; join: edges [{from, to, colour, width, modules, tip}].
export function scene(canvas, { points, anchors, brain, still, tip }) {
    if (!points.length || !canvas.getContext) return null;
    const gl = renderer(canvas);
    if (!gl) return null;
    const middle = new Vector3(), space = new Scene(), group = new Group(), camera = new PerspectiveCamera(24, 1, 1, 2);
    const places = points.map((p) => new Vector3(...upright(p.at)));
    const anatomy = brain ? surface() : null, outer = []; // what has to be in the picture, whichever way it is turned
    for (let i = 0; i < (anatomy?.position.length ?? 0); i += 3) outer.push(new Vector3(...upright(anatomy.position.slice(i, i + 3))));
    if (!brain) outer.push(...places.map((p) => p.clone()));
    new Box3().setFromPoints(outer).getCenter(middle);
    places.forEach((p) => p.sub(middle));
    const radius = Math.max(1e-6, ...outer.map((p) => p.distanceTo(middle)));
    camera.near = radius / 50;
    camera.far = 30 * radius;
    const ball = new SphereGeometry(1, 24, 16);
    const marks = points.map((p, i) => {
        const mark = new Mesh(ball, new MeshPhongMaterial({ color: new Color(p.colour), shininess: 40, transparent: true }));
        mark.position.copy(places[i]);
        mark.scale.setScalar(0.062 * radius * p.size);
        mark.renderOrder = 1;
        group.add(mark);
        return mark;
    });
    const local = (p) => new Vector3(...upright(p)).sub(middle);
    const numbers = anchors.map((a) => {
        const made = sign(String(a.module), 0.17 * radius, a.colour, a.ink);
        made.position.copy(local(a.at));
        group.add(made);
        return made;
    });
    if (brain) [["L", [-84, -15, 0]], ["R", [84, -15, 0]], ["front", [0, 88, 0]]].forEach(([word, where]) => {
        const made = sign(word, 0.24 * radius, null, "#56606b");
        made.position.copy(local(where));
        group.add(made);
    });
    const rod = new CylinderGeometry(1, 1, 1, 10), rods = new Group(), up_ = new Vector3(0, 1, 0);
    group.add(rods);
    const skin = brain ? brainShell(anatomy, middle) : shell(places, radius);
    const glass = new Mesh(skin, new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false }));
    glass.renderOrder = 2; // in front of the spheres, which are seen through it
    group.add(glass);
    const lamp = new DirectionalLight(0xffffff, 2.1);
    lamp.position.set(-0.6, 0.9, 1);
    space.add(group, new AmbientLight(0xffffff, 1.5), lamp);

    let about = -0.6, up = 0.32, distance = HOME, turning = !still, seen = true, frame = 0, last = 0;
    const draw = () => {
        const r = distance * radius * 1.12;
        camera.position.set(r * Math.sin(about) * Math.cos(up), r * Math.sin(up), r * Math.cos(about) * Math.cos(up));
        camera.lookAt(0, 0, 0);
        lamp.position.copy(camera.position).add(new Vector3(-radius, radius, 0));
        gl.render(space, camera);
    };
    const step = (now) => {
        frame = 0;
        if (turning && last) about += Math.min(60, now - last) * 0.00028;
        last = now;
        draw();
        if (turning && seen) ask();
    };
    const ask = () => (frame ||= requestAnimationFrame(step));
    const fit = () => {
        const width = canvas.parentElement?.clientWidth ? canvas.clientWidth : 600, height = Math.round(Math.min(640, Math.max(280, width * 0.55)));
        gl.setSize(width, height, false);
        canvas.style.height = `${height}px`;
        camera.aspect = width / height;
        camera.updateProjectionMatrix();
        draw();
    };
    new ResizeObserver(fit).observe(canvas);
    new IntersectionObserver(([e]) => ((seen = e.isIntersecting), seen && turning && ((last = 0), ask()))).observe(canvas); // nothing turns unseen

    const set = (a, u) => ((about = a), (up = Math.max(-1.5, Math.min(1.5, u))), (turning = false), ask());
    const nearer = (factor) => ((distance = Math.max(NEAR, Math.min(FAR, distance * factor))), ask());
    const KEYS = { ArrowLeft: () => set(about - 0.12, up), ArrowRight: () => set(about + 0.12, up), ArrowUp: () => set(about, up + 0.12), ArrowDown: () => set(about, up - 0.12), "+": () => nearer(0.9), "=": () => nearer(0.9), "-": () => nearer(1.1), 0: () => ((distance = HOME), set(-0.6, 0.32)) };
    canvas.addEventListener("keydown", (e) => KEYS[e.key] && (e.preventDefault(), KEYS[e.key]()));
    let held = null;
    const ray = new Raycaster(), pointer = new Vector2();
    canvas.addEventListener("pointerdown", (e) => ((held = [e.clientX, e.clientY]), canvas.setPointerCapture(e.pointerId)));
    canvas.addEventListener("pointerup", () => (held = null));
    canvas.addEventListener("pointermove", (e) => {
        if (held) {
            set(about - (e.clientX - held[0]) * 0.008, up + (e.clientY - held[1]) * 0.008);
            held = [e.clientX, e.clientY];
            return;
        }
        const box = canvas.getBoundingClientRect();
        pointer.set(((e.clientX - box.left) / box.width) * 2 - 1, 1 - ((e.clientY - box.top) / box.height) * 2);
        ray.setFromCamera(pointer, camera);
        const hit = ray.intersectObjects([...numbers.filter((n) => n.visible), ...marks, ...rods.children])[0]?.object;
        tip(!hit ? null : numbers.includes(hit) ? anchors[numbers.indexOf(hit)].words : marks.includes(hit) ? points[marks.indexOf(hit)].words : hit.userData.tip);
    });
    canvas.addEventListener("wheel", (e) => e.ctrlKey && (e.preventDefault(), nearer(e.deltaY > 0 ? 1.08 : 0.92)), { passive: false });
    let chosen = null;
    const fade = () => {
        marks.forEach((mark, i) => (mark.material.opacity = chosen === null || points[i].module === chosen ? 1 : 0.12));
        numbers.forEach((n, i) => (n.material.opacity = chosen === null || anchors[i].module === chosen ? 1 : 0.12));
        rods.children.forEach((r) => (r.material.opacity = chosen === null || r.userData.modules.split(" ").includes(String(chosen)) ? 0.9 : 0.07));
        ask();
    };
    const join = (edges) => {
        rods.children.forEach((r) => r.material.dispose());
        rods.clear();
        for (const e of edges) {
            const a = local(e.from), b = local(e.to), made = new Mesh(rod, new MeshPhongMaterial({ color: new Color(e.colour), transparent: true }));
            made.position.copy(a).add(b).multiplyScalar(0.5);
            made.scale.set(0.0052 * radius * e.width, a.distanceTo(b), 0.0052 * radius * e.width);
            made.quaternion.setFromUnitVectors(up_, b.clone().sub(a).normalize());
            made.renderOrder = 1;
            made.userData = { tip: e.tip, modules: e.modules };
            rods.add(made);
        }
        numbers.forEach((n) => (n.visible = edges.length > 0));
        fade();
    };
    return {
        join, edges: () => rods.children.length,
        select: (module) => ((chosen = module), fade()),
        look: (name) => set(...LOOKS[name]),
        toggle: () => ((turning = !turning), (last = 0), ask(), turning),
        turning: () => turning,
        picture: (take) => (draw(), canvas.toBlob(take, "image/png")),
    };
}
