;; The two inner loops of semantic retrieval over 256-dimensional vectors.
;; training/kernels.mjs assembles this file and writes src/routing/retrieve/kernels.ts.
(module
  (memory (export "memory") 1)
  ;; out[i] = dot(query, vectors[i]) for int8 vectors of 256 bytes; |values| <= 127, so two products fit in 16 bits.
  (func (export "dots") (param $query i32) (param $vectors i32) (param $count i32) (param $out i32)
    (local $at i32) (local $end i32) (local $sum v128) (local $a v128) (local $b v128)
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $at (i32.const 0))
        (loop $chunk
          (local.set $a (v128.load (i32.add (local.get $query) (local.get $at))))
          (local.set $b (v128.load (i32.add (local.get $vectors) (local.get $at))))
          (local.set $sum (i32x4.add (local.get $sum) (i32x4.extadd_pairwise_i16x8_s
            (i16x8.add (i16x8.extmul_low_i8x16_s (local.get $a) (local.get $b)) (i16x8.extmul_high_i8x16_s (local.get $a) (local.get $b))))))
          (local.set $a (v128.load offset=16 (i32.add (local.get $query) (local.get $at))))
          (local.set $b (v128.load offset=16 (i32.add (local.get $vectors) (local.get $at))))
          (local.set $sum (i32x4.add (local.get $sum) (i32x4.extadd_pairwise_i16x8_s
            (i16x8.add (i16x8.extmul_low_i8x16_s (local.get $a) (local.get $b)) (i16x8.extmul_high_i8x16_s (local.get $a) (local.get $b))))))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $chunk (i32.lt_u (local.get $at) (i32.const 256))))
        (i32.store (local.get $out) (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $vectors (i32.add (local.get $vectors) (i32.const 256)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next))))
  ;; out[i] = number of equal bits of two sign patterns of 32 bytes, as one byte (256 equal bits are stored as 255).
  (func (export "agreements") (param $query i32) (param $signs i32) (param $count i32) (param $out i32)
    (local $low v128) (local $high v128) (local $bits v128) (local $differ i32)
    (local.set $low (v128.load (local.get $query)))
    (local.set $high (v128.load offset=16 (local.get $query)))
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $bits (i8x16.add
          (i8x16.popcnt (v128.xor (local.get $low) (v128.load (local.get $signs))))
          (i8x16.popcnt (v128.xor (local.get $high) (v128.load offset=16 (local.get $signs))))))
        (local.set $bits (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $bits))))
        (local.set $differ (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $bits)) (i32x4.extract_lane 1 (local.get $bits)))
          (i32.add (i32x4.extract_lane 2 (local.get $bits)) (i32x4.extract_lane 3 (local.get $bits)))))
        (i32.store8 (local.get $out) (i32.sub (i32.const 255) (select (i32.const 255) (local.get $differ) (i32.gt_u (local.get $differ) (i32.const 255)))))
        (local.set $signs (i32.add (local.get $signs) (i32.const 32)))
        (local.set $out (i32.add (local.get $out) (i32.const 1)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))))
