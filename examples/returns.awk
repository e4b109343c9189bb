# SPDX-License-Identifier: BSD-3-Clause
# awk -v year=2020 -f returns.awk > 2020.csv: made-up daily returns of 24 shares of four sectors, 250 days. All move
# with the market, and in 2020 twice as much as in other years; food stays out of it more than the others.
function uniform() { seed = 16807 * seed % 2147483647; return seed / 2147483647 } # Lehmer's generator
function normal(  i, sum) { for (i = 0; i < 12; i++) sum += uniform(); return sum - 6 }
BEGIN {
    seed = year
    for (i = 0; i < 9; i++) uniform() # neighbouring seeds begin alike
    split("bank oil tech food", sector)
    printf "day"
    for (s = 1; s <= 4; s++) for (i = 1; i <= 6; i++) printf ",%s%d", sector[s], i
    print ""
    for (day = 1; day <= 250; day++) {
        printf "%d-%03d", year, day
        market = normal() * (year == 2020 ? 1.6 : .8)
        for (s = 1; s <= 4; s++) {
            z = (s == 4 ? .5 : 1) * market + normal()
            for (i = 1; i <= 6; i++) printf ",%.5f", .01 * (z + normal())
        }
        print ""
    }
}
