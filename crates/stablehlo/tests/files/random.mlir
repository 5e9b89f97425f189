//! name: Philox ui32 [7] from [0, 0]
//! input: dense<0> : tensor<2xui64>
//! expect: dense<[0, 2]> : tensor<2xui64>
//! expect: dense<[1713891541, 3781805453, 3159862348, 2600524760, 4175744164, 1555169499, 2980410603]> : tensor<7xui32>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui32>)
  return %r0, %r1 : tensor<2xui64>, tensor<7xui32>
}

// -----
//! name: Philox ui32 [7] from [81985529216486895, 41]
//! input: dense<[81985529216486895, 41]> : tensor<2xui64>
//! expect: dense<[81985529216486895, 43]> : tensor<2xui64>
//! expect: dense<[506801333, 1812319151, 1831976873, 455251965, 3791907809, 4068996696, 3672118799]> : tensor<7xui32>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7xui32>)
  return %r0, %r1 : tensor<2xui64>, tensor<7xui32>
}

// -----
//! name: Philox ui32 [7] from [5, 7, 9]
//! input: dense<[5, 7, 9]> : tensor<3xui64>
//! expect: dense<[5, 9, 9]> : tensor<3xui64>
//! expect: dense<[832693445, 132006561, 1697787879, 1890427150, 1417357930, 3930142501, 2223527398]> : tensor<7xui32>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<7xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<7xui32>)
  return %r0, %r1 : tensor<3xui64>, tensor<7xui32>
}

// -----
//! name: Philox ui32 [7] from [1, 18446744073709551615, 3]
//! input: dense<[1, 18446744073709551615, 3]> : tensor<3xui64>
//! expect: dense<[1, 1, 4]> : tensor<3xui64>
//! expect: dense<[3023135040, 2618764561, 763147620, 1543521082, 3140572256, 1890473413, 1605976525]> : tensor<7xui32>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<7xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<7xui32>)
  return %r0, %r1 : tensor<3xui64>, tensor<7xui32>
}

// -----
//! name: Philox ui32 [2, 3] from [0, 0]
//! input: dense<0> : tensor<2xui64>
//! expect: dense<[0, 2]> : tensor<2xui64>
//! expect: dense<[[1713891541, 3781805453, 3159862348], [2600524760, 4175744164, 1555169499]]> : tensor<2x3xui32>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  return %r0, %r1 : tensor<2xui64>, tensor<2x3xui32>
}

// -----
//! name: Philox ui32 [2, 3] from [81985529216486895, 41]
//! input: dense<[81985529216486895, 41]> : tensor<2xui64>
//! expect: dense<[81985529216486895, 43]> : tensor<2xui64>
//! expect: dense<[[506801333, 1812319151, 1831976873], [455251965, 3791907809, 4068996696]]> : tensor<2x3xui32>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  return %r0, %r1 : tensor<2xui64>, tensor<2x3xui32>
}

// -----
//! name: Philox ui32 [2, 3] from [5, 7, 9]
//! input: dense<[5, 7, 9]> : tensor<3xui64>
//! expect: dense<[5, 9, 9]> : tensor<3xui64>
//! expect: dense<[[832693445, 132006561, 1697787879], [1890427150, 1417357930, 3930142501]]> : tensor<2x3xui32>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xui32>)
  return %r0, %r1 : tensor<3xui64>, tensor<2x3xui32>
}

// -----
//! name: Philox ui32 [2, 3] from [1, 18446744073709551615, 3]
//! input: dense<[1, 18446744073709551615, 3]> : tensor<3xui64>
//! expect: dense<[1, 1, 4]> : tensor<3xui64>
//! expect: dense<[[3023135040, 2618764561, 763147620], [1543521082, 3140572256, 1890473413]]> : tensor<2x3xui32>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xui32>)
  return %r0, %r1 : tensor<3xui64>, tensor<2x3xui32>
}

// -----
//! name: Philox ui64 [5] from [0, 0]
//! input: dense<0> : tensor<2xui64>
//! expect: dense<[0, 3]> : tensor<2xui64>
//! expect: dense<[16242730742183356629, 11169168799798111308, 6679402142117448868, 684265014234019051, 5892734326067077929]> : tensor<5xui64>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  return %r0, %r1 : tensor<2xui64>, tensor<5xui64>
}

// -----
//! name: Philox ui64 [5] from [81985529216486895, 41]
//! input: dense<[81985529216486895, 41]> : tensor<2xui64>
//! expect: dense<[81985529216486895, 44]> : tensor<2xui64>
//! expect: dense<[7783851483966287029, 1955292302946713513, 17476207740643961825, 6752341114480498191, 4671890558441202994]> : tensor<5xui64>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  return %r0, %r1 : tensor<2xui64>, tensor<5xui64>
}

// -----
//! name: Philox ui64 [5] from [5, 7, 9]
//! input: dense<[5, 7, 9]> : tensor<3xui64>
//! expect: dense<[5, 10, 9]> : tensor<3xui64>
//! expect: dense<[566963863185122501, 8119322786418274279, 16879833511832005226, 2802615211113600486, 14894452344510593032]> : tensor<5xui64>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui64>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui64>)
  return %r0, %r1 : tensor<3xui64>, tensor<5xui64>
}

// -----
//! name: Philox ui64 [5] from [1, 18446744073709551615, 3]
//! input: dense<[1, 18446744073709551615, 3]> : tensor<3xui64>
//! expect: dense<[1, 2, 4]> : tensor<3xui64>
//! expect: dense<[11247508148441932096, 6629372568639681892, 8119521485933073504, 12539438364110701005, 4751010393417666055]> : tensor<5xui64>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui64>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui64>)
  return %r0, %r1 : tensor<3xui64>, tensor<5xui64>
}

// -----
//! name: Philox ui8 [6] from [0, 0]
//! input: dense<0> : tensor<2xui64>
//! expect: dense<[0, 2]> : tensor<2xui64>
//! expect: dense<[213, 141, 76, 216, 164, 219]> : tensor<6xui8>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui8>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui8>)
  return %r0, %r1 : tensor<2xui64>, tensor<6xui8>
}

// -----
//! name: Philox ui8 [6] from [81985529216486895, 41]
//! input: dense<[81985529216486895, 41]> : tensor<2xui64>
//! expect: dense<[81985529216486895, 43]> : tensor<2xui64>
//! expect: dense<[181, 175, 169, 253, 225, 88]> : tensor<6xui8>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui8>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui8>)
  return %r0, %r1 : tensor<2xui64>, tensor<6xui8>
}

// -----
//! name: Philox ui8 [6] from [5, 7, 9]
//! input: dense<[5, 7, 9]> : tensor<3xui64>
//! expect: dense<[5, 9, 9]> : tensor<3xui64>
//! expect: dense<[197, 161, 231, 14, 106, 37]> : tensor<6xui8>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<6xui8>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6xui8>)
  return %r0, %r1 : tensor<3xui64>, tensor<6xui8>
}

// -----
//! name: Philox ui8 [6] from [1, 18446744073709551615, 3]
//! input: dense<[1, 18446744073709551615, 3]> : tensor<3xui64>
//! expect: dense<[1, 1, 4]> : tensor<3xui64>
//! expect: dense<[64, 17, 100, 58, 96, 197]> : tensor<6xui8>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<6xui8>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6xui8>)
  return %r0, %r1 : tensor<3xui64>, tensor<6xui8>
}

// -----
//! name: Philox ui16 [3] from [0, 0]
//! input: dense<0> : tensor<2xui64>
//! expect: dense<[0, 1]> : tensor<2xui64>
//! expect: dense<[59605, 50573, 44108]> : tensor<3xui16>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui16>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui16>)
  return %r0, %r1 : tensor<2xui64>, tensor<3xui16>
}

// -----
//! name: Philox ui16 [3] from [81985529216486895, 41]
//! input: dense<[81985529216486895, 41]> : tensor<2xui64>
//! expect: dense<[81985529216486895, 42]> : tensor<2xui64>
//! expect: dense<[11445, 52143, 49065]> : tensor<3xui16>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui16>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui16>)
  return %r0, %r1 : tensor<2xui64>, tensor<3xui16>
}

// -----
//! name: Philox ui16 [3] from [5, 7, 9]
//! input: dense<[5, 7, 9]> : tensor<3xui64>
//! expect: dense<[5, 8, 9]> : tensor<3xui64>
//! expect: dense<[58565, 17057, 12263]> : tensor<3xui16>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<3xui16>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3xui16>)
  return %r0, %r1 : tensor<3xui64>, tensor<3xui16>
}

// -----
//! name: Philox ui16 [3] from [1, 18446744073709551615, 3]
//! input: dense<[1, 18446744073709551615, 3]> : tensor<3xui64>
//! expect: dense<[1, 0, 4]> : tensor<3xui64>
//! expect: dense<[24896, 11537, 46436]> : tensor<3xui16>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<3xui16>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3xui16>)
  return %r0, %r1 : tensor<3xui64>, tensor<3xui16>
}

// -----
//! name: Philox ui32 [64] from [0, 0]
//! input: dense<0> : tensor<2xui64>
//! expect: dense<[0, 16]> : tensor<2xui64>
//! expect: dense<[1713891541, 3781805453, 3159862348, 2600524760, 4175744164, 1555169499, 2980410603, 159317863, 83534633, 1372009126, 605361069, 1167144420, 3381718825, 1782871206, 2596868943, 1832992260, 4013802324, 2979262830, 4046415548, 3938385242, 1934136315, 119182898, 2878821274, 1526716903, 3064941560, 3467676723, 3563248412, 148328352, 2830310705, 182738035, 3092701944, 1943925342, 1069984100, 2693661596, 4040362962, 3623787035, 2531852732, 718943162, 4068121405, 453177554, 3614953066, 3503513258, 724076422, 3372229774, 2700470914, 162590354, 3974291451, 3530892127, 2773065040, 1080396859, 599189682, 4095244519, 1524589663, 2528474259, 1734909686, 3063529466, 139634384, 152377742, 2226742675, 290294397, 2733143669, 3811892236, 3055662019, 51932831]> : tensor<64xui32>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<64xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<64xui32>)
  return %r0, %r1 : tensor<2xui64>, tensor<64xui32>
}

// -----
//! name: Philox ui32 [64] from [81985529216486895, 41]
//! input: dense<[81985529216486895, 41]> : tensor<2xui64>
//! expect: dense<[81985529216486895, 57]> : tensor<2xui64>
//! expect: dense<[506801333, 1812319151, 1831976873, 455251965, 3791907809, 4068996696, 3672118799, 1572151927, 3445859634, 1087759285, 3834195534, 2291164528, 1393144805, 2343464746, 249646878, 4031012843, 7345914, 4135657150, 967104267, 4122014160, 4205887237, 1945227096, 1667110345, 3252990008, 1229413579, 2472420953, 1513119539, 4235807590, 3721307556, 2568773867, 1258186821, 2093471388, 3811711601, 1795844156, 3202622568, 52756130, 414035593, 3427600737, 1592827066, 1352484015, 4130116070, 1008972984, 2785161774, 562687783, 3836885456, 648821331, 775953169, 4287641725, 4131949771, 3597615367, 4284982189, 1141320278, 1403394707, 1082433185, 2862044217, 1063593185, 2812793657, 1567794173, 3743790268, 869228961, 943208502, 316281250, 4077475335, 636483960]> : tensor<64xui32>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<64xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<64xui32>)
  return %r0, %r1 : tensor<2xui64>, tensor<64xui32>
}

// -----
//! name: Philox ui32 [64] from [5, 7, 9]
//! input: dense<[5, 7, 9]> : tensor<3xui64>
//! expect: dense<[5, 23, 9]> : tensor<3xui64>
//! expect: dense<[832693445, 132006561, 1697787879, 1890427150, 1417357930, 3930142501, 2223527398, 652534703, 1049212936, 3467884926, 3720067947, 621291165, 3263989576, 4027915954, 2263473063, 4003624875, 3688957159, 97851005, 2175943153, 2111791061, 1217441362, 3247551597, 1825708817, 3516537874, 2756319622, 1498468322, 903246719, 1057342946, 238668937, 196311764, 2496603563, 3306402778, 3808205668, 285791598, 2509039710, 657215006, 1982875433, 1940159150, 696688963, 3770626529, 4010655577, 547523398, 2883144251, 1021690191, 1626385367, 3822916478, 3274820304, 1673197210, 3292974758, 3498037912, 1246630199, 2849527059, 2793158985, 3998373102, 532118654, 1879217337, 1858024030, 3230972463, 524385090, 2072209454, 1560384724, 780090043, 772298426, 3669720921]> : tensor<64xui32>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<64xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<64xui32>)
  return %r0, %r1 : tensor<3xui64>, tensor<64xui32>
}

// -----
//! name: Philox ui32 [64] from [1, 18446744073709551615, 3]
//! input: dense<[1, 18446744073709551615, 3]> : tensor<3xui64>
//! expect: dense<[1, 15, 4]> : tensor<3xui64>
//! expect: dense<[3023135040, 2618764561, 763147620, 1543521082, 3140572256, 1890473413, 1605976525, 2919565505, 3889778183, 1106180807, 504567668, 2255239605, 3076263635, 425845721, 531688898, 1659621745, 3476794308, 2345056766, 466538792, 3369613408, 4018933818, 3014375119, 2512981542, 1010147648, 1106082768, 1631807583, 3332386836, 4088327292, 1449479149, 1451115613, 2001395033, 1647385868, 1373081139, 2499638161, 2293427183, 73731689, 471653182, 1088555129, 136869257, 2138087557, 3357818180, 1349434060, 2621809131, 1124295641, 2405567201, 2614946678, 3223539873, 3106179343, 1254133481, 2103843064, 1864029954, 3216528418, 3477761227, 824815380, 2112886478, 740705690, 1327971109, 991569338, 587734005, 338127066, 3232504281, 3043746268, 3601310567, 959366012]> : tensor<64xui32>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<64xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<64xui32>)
  return %r0, %r1 : tensor<3xui64>, tensor<64xui32>
}

// -----
//! name: Threefry [1]
//! input: dense<[81985529216486895, 4294967295]> : tensor<2xui64>
//! expect: dense<[81985529216486895, 4294967296]> : tensor<2xui64>
//! expect: dense<[183521293]> : tensor<1xui32>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)
  return %r0, %r1 : tensor<2xui64>, tensor<1xui32>
}

// -----
//! name: Threefry [6]
//! input: dense<[81985529216486895, 4294967295]> : tensor<2xui64>
//! expect: dense<[81985529216486895, 4294967298]> : tensor<2xui64>
//! expect: dense<[183521293, 2925016947, 3124304064, 1381175464, 3400928584, 2339291586]> : tensor<6xui32>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
  return %r0, %r1 : tensor<2xui64>, tensor<6xui32>
}

// -----
//! name: Threefry [2, 5]
//! input: dense<[81985529216486895, 4294967295]> : tensor<2xui64>
//! expect: dense<[81985529216486895, 4294967300]> : tensor<2xui64>
//! expect: dense<[[183521293, 2925016947, 3124304064, 1381175464, 3400928584], [2339291586, 3880743519, 3033616391, 881325444, 2859003698]]> : tensor<2x5xui32>
func.func public @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<2x5xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x5xui32>)
  return %r0, %r1 : tensor<2xui64>, tensor<2x5xui32>
}
