;; The inner loops of semantic retrieval over 256-dimensional vectors.
;; training/kernels.mjs assembles this file and writes src/retrieval/kernels.ts.
(module
  (memory (export "memory") 1)
  ;; The dot product of two int8 vectors of 256 bytes; |values| <= 127, so two products fit in 16 bits.
  (func $dot (param $a i32) (param $b i32) (result i32)
    (local $end i32) (local $sum v128) (local $x v128) (local $y v128)
    (local.set $end (i32.add (local.get $a) (i32.const 256)))
    (loop $chunk
      (local.set $x (v128.load (local.get $a)))
      (local.set $y (v128.load (local.get $b)))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.extadd_pairwise_i16x8_s
        (i16x8.add (i16x8.extmul_low_i8x16_s (local.get $x) (local.get $y)) (i16x8.extmul_high_i8x16_s (local.get $x) (local.get $y))))))
      (local.set $x (v128.load offset=16 (local.get $a)))
      (local.set $y (v128.load offset=16 (local.get $b)))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.extadd_pairwise_i16x8_s
        (i16x8.add (i16x8.extmul_low_i8x16_s (local.get $x) (local.get $y)) (i16x8.extmul_high_i8x16_s (local.get $x) (local.get $y))))))
      (local.set $a (i32.add (local.get $a) (i32.const 32)))
      (local.set $b (i32.add (local.get $b) (i32.const 32)))
      (br_if $chunk (i32.lt_u (local.get $a) (local.get $end))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
  ;; out[i] = dot(query, vectors[i])
  (func (export "dots") (param $query i32) (param $vectors i32) (param $count i32) (param $out i32)
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $count)))
        (i32.store (local.get $out) (call $dot (local.get $query) (local.get $vectors)))
        (local.set $vectors (i32.add (local.get $vectors) (i32.const 256)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next))))
  ;; The bits that count in which the query's sign pattern differs from one of 32 bytes, in four partial sums.
  (func $differing (param $low v128) (param $high v128) (param $count_low v128) (param $count_high v128) (param $signs i32) (result v128)
    (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (i8x16.add
      (i8x16.popcnt (v128.and (local.get $count_low) (v128.xor (local.get $low) (v128.load (local.get $signs)))))
      (i8x16.popcnt (v128.and (local.get $count_high) (v128.xor (local.get $high) (v128.load offset=16 (local.get $signs)))))))))
  ;; The sums of a's lanes, of b's, of c's and of d's.
  (func $sums (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (local $ab v128) (local $cd v128)
    (local.set $ab (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $a) (local.get $b))
      (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $cd (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $c) (local.get $d))
      (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $ab) (local.get $cd))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $ab) (local.get $cd))))
  ;; out[i] = 255 less the bits in which a sign pattern of 32 bytes differs from the query's, as one byte. Behind the query's signs
  ;; stands which of its bits count. Works on four rows at a time and so reads and writes past the last by up to three.
  (func (export "agreements") (param $query i32) (param $signs i32) (param $count i32) (param $out i32)
    (local $low v128) (local $high v128) (local $count_low v128) (local $count_high v128) (local $equal v128) (local $full v128)
    (local.set $low (v128.load (local.get $query)))
    (local.set $high (v128.load offset=16 (local.get $query)))
    (local.set $count_low (v128.load offset=32 (local.get $query)))
    (local.set $count_high (v128.load offset=48 (local.get $query)))
    (local.set $full (v128.const i32x4 255 255 255 255))
    (block $done
      (loop $next
        (br_if $done (i32.le_s (local.get $count) (i32.const 0)))
        (local.set $equal (i32x4.sub (local.get $full) (i32x4.min_u (local.get $full) (call $sums
          (call $differing (local.get $low) (local.get $high) (local.get $count_low) (local.get $count_high) (local.get $signs))
          (call $differing (local.get $low) (local.get $high) (local.get $count_low) (local.get $count_high) (i32.add (local.get $signs) (i32.const 32)))
          (call $differing (local.get $low) (local.get $high) (local.get $count_low) (local.get $count_high) (i32.add (local.get $signs) (i32.const 64)))
          (call $differing (local.get $low) (local.get $high) (local.get $count_low) (local.get $count_high) (i32.add (local.get $signs) (i32.const 96)))))))
        (i32.store (local.get $out) (i32x4.extract_lane 0
          (i8x16.shuffle 0 4 8 12 0 4 8 12 0 4 8 12 0 4 8 12 (local.get $equal) (local.get $equal))))
        (local.set $signs (i32.add (local.get $signs) (i32.const 128)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 4)))
        (br $next))))
  ;; Writes pairs (row, dot) for the rows that agree with the query in at least so many bits, and says how many.
  (func (export "chosen") (param $query i32) (param $vectors i32) (param $agreeing i32) (param $count i32) (param $least i32) (param $out i32) (result i32)
    (local $row i32) (local $start i32) (local $hits i32) (local $floor v128)
    (local.set $start (local.get $out))
    (local.set $floor (i8x16.splat (local.get $least)))
    (block $done
      (loop $next
        ;; Few rows agree, so sixteen at a time are passed over up to the next one that does.
        (if (i32.le_u (i32.add (local.get $row) (i32.const 16)) (local.get $count)) (then
          (local.set $hits (i8x16.bitmask (i8x16.ge_u (v128.load align=1 (i32.add (local.get $agreeing) (local.get $row))) (local.get $floor))))
          (if (i32.eqz (local.get $hits)) (then
            (local.set $row (i32.add (local.get $row) (i32.const 16)))
            (br $next)))
          (local.set $row (i32.add (local.get $row) (i32.ctz (local.get $hits))))))
        (br_if $done (i32.eq (local.get $row) (local.get $count)))
        (if (i32.ge_u (i32.load8_u (i32.add (local.get $agreeing) (local.get $row))) (local.get $least)) (then
          (i32.store (local.get $out) (local.get $row))
          (i32.store offset=4 (local.get $out)
            (call $dot (local.get $query) (i32.add (local.get $vectors) (i32.shl (local.get $row) (i32.const 8)))))
          (local.set $out (i32.add (local.get $out) (i32.const 8)))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $out) (local.get $start)) (i32.const 3))))
