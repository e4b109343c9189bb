/* SPDX-License-Identifier: BSD-3-Clause
 * Made by tools/make_design_refs with NumPy 1.24.2 and SciPy 1.10.1: twelve people and what tests
 * of them give. Not edited by hand.
 */
#ifndef DESIGN_REF_H
#define DESIGN_REF_H

static const char *const design_table =
    "id,group,three,who,odd,when,x,y"
    ";class-001,A,A,s0,o0,a,8.92,-0.64"
    ";class-002,A,A,s0,o0,b,13.61,-1.09"
    ";class-003,A,A,s1,o1,a,14.19,-1.2"
    ";class-004,A,A,s1,o1,b,10.95,-0.84"
    ";class-005,A,B,s2,o1,a,11.24,0.6"
    ";class-006,B,B,s2,o2,b,8.53,0.02"
    ";class-007,B,B,s3,o2,a,7.26,-0.46"
    ";class-008,B,B,s3,o3,b,7.3,-0.24"
    ";class-009,B,C,s4,o3,a,7.0,-1.43"
    ";class-010,B,C,s4,o3,b,12.79,1.23"
    ";class-011,B,C,s5,o4,a,9.83,-1.22"
    ";class-012,B,C,s5,o5,b,10.38,0.04";
static const double design_z[] = {2.1253, -0.0312, 0.5641, 0.7761, 1.2079, -0.1875,
                                  0.1316, 0.1849, 0.2226, -0.1855, 0.4548, 0.7144};
static const double design_welch_t = 1.9409629882389672;
static const double design_welch_df = 4.941727232310609;
static const double design_welch_scaled = 1.7372625752859956;
static const double design_welch_low = -0.11735183247620176;
static const double design_welch_high = 1.9297818136285814;
static const double design_welch_p = 0.09595959595959595;
static const double design_welch_f = 0.5753909606070085;
static const double design_welch_f_df = 5.404590472802742;
static const double design_welch_f_scaled = 0.6680452937961747;
static const double design_untold_f_scaled = 0.9061791892052414;
static const double design_joint_f_scaled = 1.3215085335481749;
static const double design_welch_f_p = 0.580952380952381;
static const double design_adjusted_df = 7.085546826184552;
static const double design_adjusted_t = 2.983110249716035;
static const double design_adjusted_scaled = 2.4778988683754983;
static const double design_adjusted_low = 0.3034178584281919;
static const double design_adjusted_high = 2.1018685708192564;
static const double design_slope_scaled = -1.6597084280186758;
static const double design_slope_low = -0.3167459868308672;
static const double design_slope_high = 0.030116238301888244;
static const double design_joint_f = 1.8704151059594833;
static const double design_weighted = 1.08135;
static const double design_weighted_t = 1.320086189748998;
static const double design_weighted_df = 3.941316115107521;
static const double design_weighted_welch_t = 1.1048246896955851;
static const double design_mean_t = 2.6100892599617906;
static const double design_mean_p = 0.0126953125;
static const double design_mean_low = 0.07807586616985318;
static const double design_mean_high = 0.9181741338301468;
static const double design_mean_x_p = 0.01416015625;
static const double design_even_b = -0.005620085003919576;
static const double design_even_error = 0.08498453548374227;
static const double design_even_df = 3.07891476507496;
static const double design_odd_b = -0.005620085003919576;
static const double design_odd_error = 0.08494600453331931;
static const double design_odd_df = 2.3307996055274836;
static const double design_paired_p = 0.3125;

#endif
