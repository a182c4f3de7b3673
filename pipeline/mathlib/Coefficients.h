//===- Coefficients.h - made by coefficients.py, do not edit ----*- C -*-===//

#ifndef INGOT_PIPELINE_MATHLIB_COEFFICIENTS_H
#define INGOT_PIPELINE_MATHLIB_COEFFICIENTS_H

#include "pipeline/mathlib/DoubleDouble.h"

typedef struct {
  double inverse, high, low;
} LogEntry;
typedef struct {
  double part[3];
} ThreeParts;

static const double kLog2Over64High = 0x1.62e42fefc0000p-7;
static const double kLog2Over64Low = -0x1.c610ca86c3899p-43;
static const double k64OverLog2 = 0x1.71547652b82fep+6;
static const double kLog2High = 0x1.62e42fefa4000p-1;
static const double kLog2Low = -0x1.8432a1b0e2634p-43;
static const double kLog2Pair[2] = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
static const double kInverseLog2Pair[2] = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
static const double kInverseLog10Pair[2] = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
static const double kHalfPiPair[2] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
static const double kPiPair[2] = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
/// pi/2, its first three parts of 33 bits, so that they times an
/// integer below 2^20 are exact.
static const double kHalfPiParts[] = {
    0x1.921fb54400000p+0,
    0x1.0b4611a600000p-34,
    0x1.3198a2e000000p-69,
    0x1.b839a252049c1p-104,
};

static const double kTwoOverPi = 0x1.45f306dc9c883p-1;
/// pi/2, in parts of 24 and 11 bits and the rest; none is more than
/// what is left.
static const float kHalfPiPartsSingle[] = {
    0x1.921fb40000000p+0f,
    0x1.4440000000000p-24f,
    0x1.68c2340000000p-39f,
};

static const float kTwoOverPiSingle = 0x1.45f3060000000p-1f;
static const float kLog2HighSingle = 0x1.62e4000000000p-1f;
static const float kLog2LowSingle = 0x1.7f7d1c0000000p-20f;
static const float kLog2Single = 0x1.62e4300000000p-1f;
static const float kInverseLog2HighSingle = 0x1.7154760000000p+0f;
static const float kInverseLog2LowSingle = 0x1.4ae0c00000000p-26f;

/// 2^(j/64) as high and low part.
static const DoubleDouble kExpTable[] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.02c9a3e778061p+0, -0x1.19083535b085dp-56},
    {0x1.059b0d3158574p+0, 0x1.d73e2a475b465p-55},
    {0x1.0874518759bc8p+0, 0x1.186be4bb284ffp-57},
    {0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54},
    {0x1.0e3ec32d3d1a2p+0, 0x1.03a1727c57b53p-59},
    {0x1.11301d0125b51p+0, -0x1.6c51039449b3ap-54},
    {0x1.1429aaea92de0p+0, -0x1.32fbf9af1369ep-54},
    {0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55},
    {0x1.1a35beb6fcb75p+0, 0x1.e5b4c7b4968e4p-55},
    {0x1.1d4873168b9aap+0, 0x1.e016e00a2643cp-54},
    {0x1.2063b88628cd6p+0, 0x1.dc775814a8495p-55},
    {0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54},
    {0x1.26b4565e27cddp+0, 0x1.2bd339940e9d9p-55},
    {0x1.29e9df51fdee1p+0, 0x1.612e8afad1255p-55},
    {0x1.2d285a6e4030bp+0, 0x1.0024754db41d5p-54},
    {0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55},
    {0x1.33c08b26416ffp+0, 0x1.32721843659a6p-54},
    {0x1.371a7373aa9cbp+0, -0x1.63aeabf42eae2p-54},
    {0x1.3a7db34e59ff7p+0, -0x1.5e436d661f5e3p-56},
    {0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55},
    {0x1.4160a21f72e2ap+0, -0x1.ef3691c309278p-58},
    {0x1.44e086061892dp+0, 0x1.89b7a04ef80d0p-59},
    {0x1.486a2b5c13cd0p+0, 0x1.3c1a3b69062f0p-56},
    {0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56},
    {0x1.4f9b2769d2ca7p+0, -0x1.4b309d25957e3p-54},
    {0x1.5342b569d4f82p+0, -0x1.07abe1db13cadp-55},
    {0x1.56f4736b527dap+0, 0x1.9bb2c011d93adp-54},
    {0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54},
    {0x1.5e76f15ad2148p+0, 0x1.ba6f93080e65ep-54},
    {0x1.6247eb03a5585p+0, -0x1.383c17e40b497p-54},
    {0x1.6623882552225p+0, -0x1.bb60987591c34p-54},
    {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54},
    {0x1.6dfb23c651a2fp+0, -0x1.bbe3a683c88abp-57},
    {0x1.71f75e8ec5f74p+0, -0x1.16e4786887a99p-55},
    {0x1.75feb564267c9p+0, -0x1.0245957316dd3p-54},
    {0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55},
    {0x1.7e2f336cf4e62p+0, 0x1.05d02ba15797ep-56},
    {0x1.82589994cce13p+0, -0x1.d4c1dd41532d8p-54},
    {0x1.868d99b4492edp+0, -0x1.fc6f89bd4f6bap-54},
    {0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54},
    {0x1.8f1ae99157736p+0, 0x1.5cc13a2e3976cp-55},
    {0x1.93737b0cdc5e5p+0, -0x1.75fc781b57ebcp-57},
    {0x1.97d829fde4e50p+0, -0x1.d185b7c1b85d1p-54},
    {0x1.9c49182a3f090p+0, 0x1.c7c46b071f2bep-56},
    {0x1.a0c667b5de565p+0, -0x1.359495d1cd533p-54},
    {0x1.a5503b23e255dp+0, -0x1.d2f6edb8d41e1p-54},
    {0x1.a9e6b5579fdbfp+0, 0x1.0fac90ef7fd31p-54},
    {0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54},
    {0x1.b33a2b84f15fbp+0, -0x1.2805e3084d708p-57},
    {0x1.b7f76f2fb5e47p+0, -0x1.5584f7e54ac3bp-56},
    {0x1.bcc1e904bc1d2p+0, 0x1.23dd07a2d9e84p-55},
    {0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55},
    {0x1.c67f12e57d14bp+0, 0x1.2884dff483cadp-54},
    {0x1.cb720dcef9069p+0, 0x1.503cbd1e949dbp-56},
    {0x1.d072d4a07897cp+0, -0x1.cbc3743797a9cp-54},
    {0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55},
    {0x1.da9e603db3285p+0, 0x1.c2300696db532p-54},
    {0x1.dfc97337b9b5fp+0, -0x1.1a5cd4f184b5cp-54},
    {0x1.e502ee78b3ff6p+0, 0x1.39e8980a9cc8fp-55},
    {0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54},
    {0x1.efa1bee615a27p+0, 0x1.dc7f486a4b6b0p-54},
    {0x1.f50765b6e4540p+0, 0x1.9d3e12dd8a18bp-54},
    {0x1.fa7c1819e90d8p+0, 0x1.74853f3a5931ep-55},
};

/// For m in interval j: c near 1/m, and -log(c) as a multiple of 2^-42 and
/// the rest.
static const LogEntry kLogTable[] = {
    {0x1.5480000000000p+0, -0x1.241558bfd1000p-2, -0x1.00fff3228fcadp-44},
    {0x1.5280000000000p+0, -0x1.1e0d0c3371000p-2, -0x1.af8f2a9b0d4a0p-44},
    {0x1.5100000000000p+0, -0x1.1980d2dd42000p-2, -0x1.b7b3a7a361c9ap-45},
    {0x1.4f00000000000p+0, -0x1.136870293b000p-2, 0x1.d3e8499d67123p-44},
    {0x1.4d80000000000p+0, -0x1.0ed005f658000p-2, 0x1.2dc75285aa803p-45},
    {0x1.4c00000000000p+0, -0x1.0a324e2739000p-2, -0x1.c6bee7ef4030ep-47},
    {0x1.4a00000000000p+0, -0x1.0402594b4d000p-2, -0x1.036b89ef42d7fp-48},
    {0x1.4880000000000p+0, -0x1.feb0233e60000p-3, -0x1.f316e32d5e8c7p-45},
    {0x1.4700000000000p+0, -0x1.f550a564b8000p-3, 0x1.323e3a09202fep-45},
    {0x1.4500000000000p+0, -0x1.e8c0252aa6000p-3, 0x1.6805b80e8e6ffp-45},
    {0x1.4380000000000p+0, -0x1.df46c0c722000p-3, -0x1.a5e82b0b79039p-44},
    {0x1.4200000000000p+0, -0x1.d5c216b4fc000p-3, 0x1.1ba91bbca681bp-45},
    {0x1.4080000000000p+0, -0x1.cc320c0176000p-3, -0x1.409039a653794p-45},
    {0x1.3f00000000000p+0, -0x1.c2968558c2000p-3, 0x1.cfd73dee38a40p-45},
    {0x1.3d80000000000p+0, -0x1.b8ef670420000p-3, -0x1.87533321788e0p-44},
    {0x1.3c00000000000p+0, -0x1.af3c94e80c000p-3, 0x1.a4e633fcd9066p-52},
    {0x1.3a80000000000p+0, -0x1.a57df28244000p-3, -0x1.b99c8ca1d9abbp-44},
    {0x1.3900000000000p+0, -0x1.9bb362e7e0000p-3, 0x1.1f2a8a1ce0ffcp-45},
    {0x1.3780000000000p+0, -0x1.91dcc8c340000p-3, -0x1.7bc6abddeff46p-44},
    {0x1.3600000000000p+0, -0x1.87fa06520c000p-3, -0x1.22120401202fcp-44},
    {0x1.3480000000000p+0, -0x1.7e0afd630c000p-3, -0x1.39e7c1d8f1034p-46},
    {0x1.3300000000000p+0, -0x1.740f8f5404000p-3, 0x1.0b66c99018aa1p-44},
    {0x1.3180000000000p+0, -0x1.6a079d0f7a000p-3, -0x1.5a3f8448d14f5p-44},
    {0x1.3000000000000p+0, -0x1.5ff3070a7a000p-3, 0x1.8586f183bebf2p-44},
    {0x1.2e80000000000p+0, -0x1.55d1ad4232000p-3, -0x1.add94dda647e8p-44},
    {0x1.2d80000000000p+0, -0x1.4f099f4a24000p-3, 0x1.e9bf2fafeaf27p-44},
    {0x1.2c00000000000p+0, -0x1.44d2b6ccb8000p-3, 0x1.70cc16135783cp-46},
    {0x1.2a80000000000p+0, -0x1.3a8eb2d31a000p-3, -0x1.bafb77d5d503ep-46},
    {0x1.2900000000000p+0, -0x1.303d718e48000p-3, 0x1.680b5ce3ecb05p-50},
    {0x1.2800000000000p+0, -0x1.29552f8200000p-3, 0x1.5b967f4471dfcp-44},
    {0x1.2680000000000p+0, -0x1.1eed90e2dc000p-3, -0x1.615637097648fp-46},
    {0x1.2500000000000p+0, -0x1.1478584674000p-3, -0x1.563451027c750p-46},
    {0x1.2400000000000p+0, -0x1.0d77e7cd08000p-3, -0x1.cb2cd2ee2f482p-44},
    {0x1.2280000000000p+0, -0x1.02ebb42bf4000p-3, 0x1.5a8fa5ce00e5dp-46},
    {0x1.2180000000000p+0, -0x1.f7b79fec38000p-4, 0x1.10987e897ed01p-47},
    {0x1.2000000000000p+0, -0x1.e27076e2b0000p-4, 0x1.a342c2af0003cp-45},
    {0x1.1f00000000000p+0, -0x1.d4313d66cc000p-4, 0x1.9454379135713p-45},
    {0x1.1d80000000000p+0, -0x1.beba818148000p-4, 0x1.89b78b6df1f57p-44},
    {0x1.1c80000000000p+0, -0x1.b05b49bee4000p-4, -0x1.ff22c18f84a5ep-47},
    {0x1.1b00000000000p+0, -0x1.9ab4246204000p-4, 0x1.8a64826787061p-45},
    {0x1.1a00000000000p+0, -0x1.8c345d6318000p-4, -0x1.b20f5acb42a66p-44},
    {0x1.1880000000000p+0, -0x1.765bf23a6c000p-4, 0x1.ecbc035c4256ap-48},
    {0x1.1780000000000p+0, -0x1.67bb0726ec000p-4, -0x1.f724b69ef5912p-49},
    {0x1.1680000000000p+0, -0x1.590cafdf00000p-4, -0x1.c284f5722abaap-44},
    {0x1.1500000000000p+0, -0x1.42edcbea64000p-4, -0x1.bc0eeea7c9acdp-46},
    {0x1.1400000000000p+0, -0x1.341d7961bc000p-4, -0x1.1d09299837610p-44},
    {0x1.1300000000000p+0, -0x1.253f62f0a0000p-4, -0x1.416f8fb69a701p-44},
    {0x1.1180000000000p+0, -0x1.0ed839b554000p-4, 0x1.901f46d48abb4p-44},
    {0x1.1080000000000p+0, -0x1.ffae9119b8000p-5, -0x1.303374262c554p-45},
    {0x1.0f80000000000p+0, -0x1.e19070c278000p-5, 0x1.fea4664629e86p-45},
    {0x1.0e80000000000p+0, -0x1.c355dd0920000p-5, -0x1.f2ccc9abf8388p-45},
    {0x1.0d00000000000p+0, -0x1.95c830ec90000p-5, 0x1.c148297c5feb8p-45},
    {0x1.0c00000000000p+0, -0x1.77458f6330000p-5, 0x1.181dce586af09p-44},
    {0x1.0b00000000000p+0, -0x1.58a5bafc90000p-5, 0x1.b2b739570ad39p-45},
    {0x1.0a00000000000p+0, -0x1.39e87b9fe8000p-5, -0x1.eafd480ad9015p-44},
    {0x1.0900000000000p+0, -0x1.1b0d989240000p-5, 0x1.3401e9ae889bbp-44},
    {0x1.0780000000000p+0, -0x1.d91a66c540000p-6, -0x1.e61f1658cfb9ap-45},
    {0x1.0680000000000p+0, -0x1.9ace7551d0000p-6, 0x1.d75d97ec7c410p-45},
    {0x1.0580000000000p+0, -0x1.5c45a51b90000p-6, 0x1.63bb6216d87d8p-45},
    {0x1.0480000000000p+0, -0x1.1d7f7eb9f0000p-6, 0x1.4193a83fcc7a6p-46},
    {0x1.0380000000000p+0, -0x1.bcf712c740000p-7, -0x1.c25e097bd9771p-46},
    {0x1.0280000000000p+0, -0x1.3e7295d260000p-7, 0x1.609c1ff29a114p-45},
    {0x1.0180000000000p+0, -0x1.7ee11ebd80000p-8, -0x1.749d3c2d23a07p-47},
    {0x1.0000000000000p+0, 0x0.0p+0, 0x0.0p+0},
    {0x1.0000000000000p+0, 0x0.0p+0, 0x0.0p+0},
    {0x1.fa00000000000p-1, 0x1.82448a3880000p-7, 0x1.4554412c584e0p-44},
    {0x1.f600000000000p-1, 0x1.432a925980000p-6, 0x1.98139928637fep-47},
    {0x1.f280000000000p-1, 0x1.b5cc258b70000p-6, 0x1.8e611b8afbfe8p-46},
    {0x1.ee80000000000p-1, 0x1.1ce5a62bc0000p-5, 0x1.a9cc78d8df999p-44},
    {0x1.eb00000000000p-1, 0x1.5715c4c040000p-5, -0x1.8888ddfc47628p-44},
    {0x1.e780000000000p-1, 0x1.91b073efd8000p-5, -0x1.9d7c53f76ca96p-46},
    {0x1.e380000000000p-1, 0x1.d52ed64060000p-5, -0x1.3c85d2a29bbd6p-44},
    {0x1.e000000000000p-1, 0x1.08598b59e4000p-4, -0x1.7e5dd7009902cp-46},
    {0x1.dc80000000000p-1, 0x1.26536c3d8c000p-4, 0x1.b4bac097c5ba3p-47},
    {0x1.d900000000000p-1, 0x1.4485e03dbc000p-4, 0x1.fad46e8d26ab7p-44},
    {0x1.d600000000000p-1, 0x1.5e95a4d978000p-4, 0x1.1cb7ce1d17171p-44},
    {0x1.d280000000000p-1, 0x1.7d33687c28000p-4, 0x1.3c88c3e706706p-44},
    {0x1.cf00000000000p-1, 0x1.9c0c32d4d4000p-4, -0x1.ab7c09e838668p-44},
    {0x1.cc00000000000p-1, 0x1.b6ac88dad4000p-4, 0x1.b1bdff50225c7p-44},
    {0x1.c880000000000p-1, 0x1.d5f5565920000p-4, 0x1.0e239cc185469p-44},
    {0x1.c580000000000p-1, 0x1.f0f70cdd98000p-4, 0x1.2e31f6c272c1ep-44},
    {0x1.c280000000000p-1, 0x1.06135354d4000p-3, 0x1.6304628340ee9p-44},
    {0x1.bf80000000000p-1, 0x1.13c2605c3a000p-3, -0x1.cf5fdd94f6509p-45},
    {0x1.bc80000000000p-1, 0x1.2188fd9808000p-3, -0x1.b3a1e7f50c701p-44},
    {0x1.b980000000000p-1, 0x1.2f677cbbc0000p-3, 0x1.52b302160f40dp-44},
    {0x1.b680000000000p-1, 0x1.3d5e3126bc000p-3, 0x1.3fb2f85096c4bp-46},
    {0x1.b380000000000p-1, 0x1.4b6d6fefe2000p-3, 0x1.522ecf56e7952p-46},
    {0x1.b080000000000p-1, 0x1.59958ff1d6000p-3, -0x1.a1d059769ca05p-44},
    {0x1.ad80000000000p-1, 0x1.67d6e9d786000p-3, -0x1.11e8830a706d3p-44},
    {0x1.ab00000000000p-1, 0x1.73cb9074fe000p-3, -0x1.d66a90d0005a6p-44},
    {0x1.a800000000000p-1, 0x1.823c16551a000p-3, 0x1.e0ddb9a631e83p-46},
    {0x1.a580000000000p-1, 0x1.8e588ebac2000p-3, 0x1.b7d5cab2d1140p-44},
    {0x1.a300000000000p-1, 0x1.9a8778deba000p-3, 0x1.470fa3efec390p-44},
    {0x1.a000000000000p-1, 0x1.a93ed3c8ae000p-3, -0x1.8724350562169p-45},
    {0x1.9d80000000000p-1, 0x1.b5971a213a000p-3, 0x1.9b50e83aa91dfp-44},
    {0x1.9b00000000000p-1, 0x1.c2028ab180000p-3, -0x1.92e0ee55c7ac6p-45},
    {0x1.9880000000000p-1, 0x1.ce816157f2000p-3, -0x1.9e0aba2099515p-45},
    {0x1.9600000000000p-1, 0x1.db13db0d48000p-3, 0x1.2806a847527e6p-44},
    {0x1.9380000000000p-1, 0x1.e7ba35eb78000p-3, -0x1.d5eee23793649p-47},
    {0x1.9100000000000p-1, 0x1.f474b134e0000p-3, -0x1.bae49f1df7b5ep-44},
    {0x1.8e80000000000p-1, 0x1.00a1c6adda000p-2, 0x1.1cd8d688b9e18p-44},
    {0x1.8c00000000000p-1, 0x1.07138604d6000p-2, -0x1.e76324e912b17p-44},
    {0x1.8980000000000p-1, 0x1.0d8fb813eb000p-2, 0x1.ee8c88753fa35p-46},
    {0x1.8780000000000p-1, 0x1.12c77cd007000p-2, 0x1.3b2948a11f797p-46},
    {0x1.8500000000000p-1, 0x1.1956d3b9bc000p-2, 0x1.7d2f73ad1aa14p-45},
    {0x1.8280000000000p-1, 0x1.1ff0fe7cf4000p-2, 0x1.e9d5b513ff0c1p-44},
    {0x1.8080000000000p-1, 0x1.25410494e5000p-2, 0x1.b1d7ac0ef77f2p-44},
    {0x1.7e00000000000p-1, 0x1.2bef07cdc9000p-2, 0x1.a9cfa4a5004f4p-45},
    {0x1.7c00000000000p-1, 0x1.314f1e1d36000p-2, -0x1.8e27ad3213cb8p-45},
    {0x1.7980000000000p-1, 0x1.3811728565000p-2, -0x1.a71e493a0702bp-45},
    {0x1.7780000000000p-1, 0x1.3d81fb5947000p-2, -0x1.22c7c2a9d37a4p-45},
    {0x1.7580000000000p-1, 0x1.42f9f3ff62000p-2, 0x1.906440f7d3354p-44},
    {0x1.7380000000000p-1, 0x1.487970e958000p-2, 0x1.dc1b8465cf25fp-44},
    {0x1.7100000000000p-1, 0x1.4f637ebbaa000p-2, -0x1.fc158cb3124b9p-44},
    {0x1.6f00000000000p-1, 0x1.54f431b7be000p-2, 0x1.a8954c0910952p-46},
    {0x1.6d00000000000p-1, 0x1.5a8cadbbee000p-2, -0x1.7c79b0af7ecf8p-48},
    {0x1.6b00000000000p-1, 0x1.602d08af09000p-2, 0x1.ebe9176df3f65p-46},
    {0x1.6900000000000p-1, 0x1.65d558d4ce000p-2, 0x1.544fd2dc5bdc0p-51},
    {0x1.6700000000000p-1, 0x1.6b85b4cffa000p-2, 0x1.fe6750d372503p-45},
    {0x1.6500000000000p-1, 0x1.713e33a46a000p-2, 0x1.7b9b2617e9472p-46},
    {0x1.6300000000000p-1, 0x1.76feecb947000p-2, 0x1.74bb9c9852c57p-46},
    {0x1.6180000000000p-1, 0x1.7b54ec1078000p-2, -0x1.6e41f4a28f81fp-44},
    {0x1.5f80000000000p-1, 0x1.812444990b000p-2, -0x1.3a3e94cca13d1p-47},
    {0x1.5d80000000000p-1, 0x1.86fc19d051000p-2, 0x1.239fc8edbd99ap-44},
    {0x1.5b80000000000p-1, 0x1.8cdc84a65a000p-2, 0x1.7b752b5286a3fp-47},
    {0x1.5a00000000000p-1, 0x1.914a8635bf000p-2, 0x1.a2652b44673e1p-44},
    {0x1.5800000000000p-1, 0x1.973a343135000p-2, 0x1.ab73b16bf4984p-44},
    {0x1.5600000000000p-1, 0x1.9d32bea15f000p-2, -0x1.6279e10d0c0b0p-45},
};

/// atan(j/64).
static const DoubleDouble kAtanTable[] = {
    {0x0.0p+0, 0x0.0p+0},
    {0x1.fff555bbb729bp-7, -0x1.220c39d4dff50p-61},
    {0x1.ffd55bba97625p-6, -0x1.5ec431444912cp-60},
    {0x1.7fb818430da2ap-5, -0x1.86ef8f794f105p-63},
    {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.3f59f0e7c559dp-4, 0x1.ac4ce285df847p-58},
    {0x1.7ee182602f10fp-4, -0x1.cfb654c0c3d98p-58},
    {0x1.be39ebe6f07c3p-4, 0x1.f7b8f29a05987p-58},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.1e1fafb043727p-3, -0x1.b485914dacf8cp-59},
    {0x1.3d6eee8c6626cp-3, 0x1.61a3b0ce9281bp-57},
    {0x1.5c9811e3ec26ap-3, -0x1.054ab2c010f3dp-58},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.9a6a8e96c8626p-3, 0x1.cf601e7b4348ep-59},
    {0x1.b90d7529260a2p-3, 0x1.17b10d2e0e5abp-61},
    {0x1.d77d5df205736p-3, 0x1.c648d1534597ep-57},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.09dc597d86362p-2, 0x1.62e47390cb865p-56},
    {0x1.18bf5a30bf178p-2, 0x1.30ca4748b1bf9p-57},
    {0x1.278372057ef46p-2, -0x1.077cdd36dfc81p-56},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.44aa436c2af0ap-2, -0x1.5d5e43c55b3bap-56},
    {0x1.530ad9951cd4ap-2, -0x1.2566480884082p-57},
    {0x1.614840309cfe2p-2, -0x1.a725715711f00p-56},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.7d5604b63b3f7p-2, 0x1.69c885c2b249ap-56},
    {0x1.8b24d394a1b25p-2, 0x1.b6d0ba3748fa8p-56},
    {0x1.98cd5454d6b18p-2, 0x1.9e6c988fd0a77p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.b3a911da65c6cp-2, 0x1.ae187b1ca5040p-56},
    {0x1.c0db4c94ec9f0p-2, -0x1.cc1ce70934c34p-56},
    {0x1.cde53432c1351p-2, -0x1.a2cfa4418f1adp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.e77eb7f175a34p-2, 0x1.0e53dc1bf3435p-56},
    {0x1.f40dd0b541418p-2, -0x1.a3992dc382a23p-57},
    {0x1.0039c73c1a40cp-1, -0x1.b32c949c9d593p-55},
    {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
    {0x1.0c6145b5b43dap-1, 0x1.974fa13b5404fp-58},
    {0x1.1255d9bfbd2a9p-1, -0x1.2bdaee1c0ee35p-58},
    {0x1.1835a88be7c13p-1, 0x1.c621cec00c301p-55},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.23b71e2cc9e6ap-1, 0x1.c421c9f38224ep-57},
    {0x1.2958e59308e31p-1, -0x1.09e73b0c6c087p-56},
    {0x1.2ee628406cbcap-1, 0x1.c5d5e9ff0cf8dp-55},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.39c391cd4171ap-1, -0x1.2304331d8bf46p-55},
    {0x1.3f13fb89e96f4p-1, 0x1.ecf8b492644f0p-56},
    {0x1.445065b795b56p-1, -0x1.f76d0163f79c8p-56},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.4e8de5bb6ec04p-1, 0x1.4a33dbeb3796cp-55},
    {0x1.538f57b89061fp-1, -0x1.1bb74abda520cp-55},
    {0x1.587d81f732fbbp-1, -0x1.5e5c9d8c5a950p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.6220d115d7b8ep-1, -0x1.2b785350ee8c1p-57},
    {0x1.66d663923e087p-1, -0x1.6ea6febe8bbbap-56},
    {0x1.6b798920b3d99p-1, -0x1.a80386188c50ep-55},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.748978fba8e0fp-1, 0x1.7b2a6165884a1p-59},
    {0x1.78f6bbd5d315ep-1, 0x1.406a089803740p-55},
    {0x1.7d528289fa093p-1, 0x1.560821e2f3aa9p-55},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.85d69576cc2c5p-1, 0x1.6b66e7fc8b8c3p-57},
    {0x1.89ff5ff57f1f8p-1, -0x1.55b9a5e177a1bp-55},
    {0x1.8e17aa99cc05ep-1, -0x1.ec182ab042f61p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/// 2/pi as a fraction, 64 bits a word, behind one word of zeros.
static const uint64_t kTwoOverPiWords[] = {
    0x0000000000000000,
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
    0xf0cfbc209af4361d,
};

/// 2/pi without its first 8 i bits: 29 bits, 29 more, the rest.
static const ThreeParts kTwoOverPiParts[] = {
    {{0x1.45f306d000000p-1, 0x1.9391054000000p-30, 0x1.4fe13abe8fa9ap-59}},
    {{0x1.f306dc9000000p-9, 0x1.91054a7000000p-38, 0x1.e13abe8fa9a6fp-67}},
    {{0x1.06dc9c8000000p-17, 0x1.054a7f0000000p-46, 0x1.3abe8fa9a6ee0p-75}},
    {{0x1.b939104000000p-26, 0x1.4a7f09d000000p-54, 0x1.7d1f534ddc0dbp-84}},
    {{0x1.391054a000000p-34, 0x1.fc2757c000000p-64, 0x1.1f534ddc0db63p-92}},
    {{0x1.1054a7e000000p-42, 0x1.09d5f47000000p-70, 0x1.a9a6ee06db14bp-99}},
    {{0x1.529fc20000000p-52, 0x1.d5f47d4000000p-78, 0x1.a6ee06db14acdp-107}},
    {{0x1.4fe13a8000000p-59, 0x1.f47d4d3000000p-86, 0x1.dc0db6295993cp-116}},
    {{0x1.f84eafa000000p-65, 0x1.f534ddc000000p-96, 0x1.b6c52b3278872p-129}},
    {{0x1.3abe8f8000000p-75, 0x1.4d37703000000p-102, 0x1.b6295993c4390p-132}},
    {{0x1.5f47d4c000000p-82, 0x1.377036d000000p-110, 0x1.14acc9e21c821p-139}},
    {{0x1.a3ea69b000000p-89, 0x1.7036d8a000000p-118, 0x1.5993c439041fep-148}},
    {{0x1.ea69bb8000000p-97, 0x1.b6c52b0000000p-129, 0x1.93c439041fe51p-156}},
};

/// 1 / n!.
static const double kInverseFactorials[] = {
    0x1.0000000000000p+0,
    0x1.0000000000000p+0,
    0x1.0000000000000p-1,
    0x1.5555555555555p-3,
    0x1.5555555555555p-5,
    0x1.1111111111111p-7,
    0x1.6c16c16c16c17p-10,
    0x1.a01a01a01a01ap-13,
    0x1.a01a01a01a01ap-16,
    0x1.71de3a556c734p-19,
    0x1.27e4fb7789f5cp-22,
    0x1.ae64567f544e4p-26,
    0x1.1eed8eff8d898p-29,
    0x1.6124613a86d09p-33,
    0x1.93974a8c07c9dp-37,
    0x1.ae7f3e733b81fp-41,
    0x1.ae7f3e733b81fp-45,
    0x1.952c77030ad4ap-49,
    0x1.6827863b97d97p-53,
    0x1.2f49b46814157p-57,
};

/// (sin(r) - r) / r^3 over r^2; error 2^-68.6.
static const double kSin[] = {
    -0x1.5555555555555p-3,
    0x1.111111111110ap-7,
    -0x1.a01a01a0188b5p-13,
    0x1.71de3a530b90dp-19,
    -0x1.ae64525bd5a77p-26,
    0x1.61206bd066e88p-33,
    -0x1.aa91d1a5e3b4cp-41,
};

/// (cos(r) - 1 + r^2 / 2) / r^4 over r^2; error 2^-72.8.
static const double kCos[] = {
    0x1.5555555555555p-5,
    -0x1.6c16c16c16c14p-10,
    0x1.a01a01a0195b2p-16,
    -0x1.27e4fb767b26dp-22,
    0x1.1eed8d285a61bp-29,
    -0x1.9393c5343d3b0p-37,
    0x1.ab0123f17a81bp-45,
};

/// erf(x) / x - 1 over x^2, |x| below 0.875; error 2^-67.6.
static const double kErfSmall[] = {
    0x1.06eba8214db69p-3,
    -0x1.812746b0379e7p-2,
    0x1.ce2f21a042bd7p-4,
    -0x1.b82ce312886b4p-6,
    0x1.565bcd0e5908dp-8,
    -0x1.c02db3fb6d78ep-11,
    0x1.f9a3261c589f1p-14,
    -0x1.f4d241a0e99dep-17,
    0x1.b9e49835e3908p-20,
    -0x1.5f544b487946ep-23,
    0x1.fa4fdccb65921p-27,
    -0x1.41fbcb3a4ce56p-30,
    0x1.239804c544717p-34,
};

/// (1 + 2 x) exp(x^2) erfc(x) over (x - 4) / (x + 4), 0.75 < x < 28; error 2^-62.8.
static const double kErfcScaled[] = {
    0x1.3ba5916e9fd7fp+0,
    -0x1.1df1ad154a28ep-3,
    0x1.f7f5df66fd7d7p-7,
    0x1.16ecefcfa536ep-4,
    -0x1.9ddb23c3e921dp-4,
    0x1.7fee004e12d50p-4,
    -0x1.0fb06dfe466e0p-4,
    0x1.3079edf66a50bp-5,
    -0x1.09623885df90ap-6,
    0x1.49c672907407cp-8,
    -0x1.8d4a98dc87acfp-11,
    -0x1.a1df300eca238p-13,
    0x1.3be0225db7fa5p-13,
    -0x1.99578053e03c3p-16,
    -0x1.787dc1c2f60c9p-17,
    0x1.7f10133588516p-18,
    0x1.374c7b9c148e3p-22,
    -0x1.b951651f9ce9bp-21,
    0x1.583985fdb6176p-24,
    0x1.c50eb46bdd72cp-24,
    -0x1.806a2148adf0ap-26,
    -0x1.68dd3369ee8eap-27,
    0x1.d4fb17aa5f69bp-29,
};

/// exp(r); error 2^-58.0.
static const double kExpDouble[] = {
    0x1.0000000000000p+0,
    0x1.0000000000000p+0,
    0x1.0000000000012p-1,
    0x1.555555555556cp-3,
    0x1.555555554e875p-5,
    0x1.111111110be72p-7,
    0x1.6c16c189b4462p-10,
    0x1.a01a01c0a4658p-13,
    0x1.a0198d1dfe2f7p-16,
    0x1.71ddd56f0dc13p-19,
    0x1.28b831b373d1cp-22,
    0x1.af939ab1e115fp-26,
};

/// log((1 + s) / (1 - s)) / s over s^2; error 2^-58.5.
static const double kLogDouble[] = {
    0x1.0000000000000p+1,
    0x1.55555555555b5p-1,
    0x1.9999999978bc1p-2,
    0x1.24924946fa0b7p-2,
    0x1.c71c4e70b70aap-3,
    0x1.7466ed0de7142p-3,
    0x1.3991184d4d6bfp-3,
    0x1.2fa6ff4ec0da6p-3,
};

/// sin(r) / r over r^2; error 2^-47.6.
static const double kSinDouble[] = {
    0x1.fffffffffffd5p-1,
    -0x1.55555555507c3p-3,
    0x1.1111110b71f30p-7,
    -0x1.a019f816aa32bp-13,
    0x1.71d6e98522eabp-19,
    -0x1.a936cf93bbec3p-26,
};

/// cos(r) over r^2; error 2^-43.9.
static const double kCosDouble[] = {
    0x1.ffffffffffdcdp-1,
    -0x1.ffffffffe0892p-2,
    0x1.5555554316ffcp-5,
    -0x1.6c16b1f218e1cp-10,
    0x1.a00e21e9948a8p-16,
    -0x1.23b0f10fa587dp-22,
};

/// atan(t) / t over t^2; error 2^-39.4.
static const double kAtanDouble[] = {
    0x1.fffffffffd0f0p-1,
    -0x1.5555554bd2d68p-2,
    0x1.9999947f0f47cp-3,
    -0x1.2491be959d7a9p-3,
    0x1.c70d03f3bcb9bp-4,
    -0x1.73d8163bf66e9p-4,
    0x1.382202e246748p-4,
    -0x1.057da7a28fa3ep-4,
    0x1.a0427981bdf5dp-5,
    -0x1.24e9b286f52b9p-5,
    0x1.4e08cef603e49p-6,
    -0x1.16dac48f6bf77p-7,
    0x1.27a961b848b25p-9,
    -0x1.267f2fb8f4b5fp-12,
};

/// (1 + 2 x) exp(x^2) erfc(x) over (x - 2) / (x + 2), x below 11; error 2^-37.7.
static const double kErfcDouble[] = {
    0x1.46e80e227ae6bp+0,
    -0x1.7bf5ec12deb6fp-4,
    -0x1.5407bed1faf80p-3,
    0x1.4ffa1d9297f15p-3,
    -0x1.bc2b8d2067fc2p-5,
    -0x1.074198a35da22p-7,
    0x1.1dd1a68385733p-7,
    0x1.4d1bbef0c88adp-10,
    -0x1.7dbb5032b2da9p-10,
    -0x1.d95f078981b73p-12,
    0x1.af2bb1d907f53p-13,
    0x1.2da56463e31b6p-13,
    -0x1.b70bc946b921dp-19,
    -0x1.cccbf98b73b0dp-16,
    -0x1.f6d8061deceb8p-18,
};

/// (exp(r) - 1 - r) / r^2; error 2^-28.2.
static const float kExpSingle[] = {
    0x1.0000000000000p-1f,
    0x1.5554860000000p-3f,
    0x1.5554520000000p-5f,
    0x1.1241480000000p-7f,
    0x1.6dbe6e0000000p-10f,
};

/// (exp(r) - 1 - r) / r^2; error 2^-34.2.
static const float kExpm1Single[] = {
    0x1.0000000000000p-1f,
    0x1.5555560000000p-3f,
    0x1.5554780000000p-5f,
    0x1.1110760000000p-7f,
    0x1.6d9e2a0000000p-10f,
    0x1.a1c10c0000000p-13f,
};

/// (2^f - 1 - log(2) f) / f^2; error 2^-28.2.
static const float kExp2Single[] = {
    0x1.ebfbe00000000p-3f,
    0x1.c6af7a0000000p-5f,
    0x1.3b29c60000000p-7f,
    0x1.5f0d640000000p-10f,
    0x1.4480fa0000000p-13f,
};

/// (log(1 + f) - f + f^2 / 2) / f^3; error 2^-30.4.
static const float kLogSingle[] = {
    0x1.5555460000000p-2f,
    -0x1.ffffee0000000p-3f,
    0x1.99a5440000000p-3f,
    -0x1.5562e60000000p-3f,
    0x1.2332ce0000000p-3f,
    -0x1.fb43000000000p-4f,
    0x1.e64fcc0000000p-4f,
    -0x1.e2ea200000000p-4f,
    0x1.1b44d00000000p-4f,
};

/// (sin(r) - r) / r^3 over r^2; error 2^-27.9.
static const float kSinSingle[] = {
    -0x1.5555440000000p-3f,
    0x1.1106fe0000000p-7f,
    -0x1.992c560000000p-13f,
};

/// (cos(r) - 1 + r^2 / 2) / r^4 over r^2; error 2^-33.1.
static const float kCosSingle[] = {
    0x1.55554a0000000p-5f,
    -0x1.6c0c220000000p-10f,
    0x1.99e3620000000p-16f,
};

/// 1 + log(erfc(x)) / x, 0 < x < 3.95; error 2^-31.2.
static const float kErfSingle[] = {
    -0x1.06eba80000000p-3f,
    -0x1.45f3080000000p-1f,
    -0x1.a4f37e0000000p-4f,
    0x1.39396c0000000p-6f,
    0x1.095af00000000p-12f,
    -0x1.d7b0da0000000p-10f,
    0x1.8455bc0000000p-11f,
    -0x1.5f3cd80000000p-13f,
    0x1.6647d80000000p-16f,
    -0x1.40573a0000000p-20f,
};

#endif // INGOT_PIPELINE_MATHLIB_COEFFICIENTS_H
