;; The inner loops of retrieval: over 256-dimensional vectors, and the hidden units that order the best candidates.
;; training/kernels.mjs assembles this file and writes src/retrieval/kernels.ts.
(module
  (memory (export "memory") 1)
  ;; The dot product of two int8 vectors of 256 bytes.
  (func $dot (param $a i32) (param $b i32) (result i32)
    (local $end i32) (local $sum v128)
    (local.set $end (i32.add (local.get $a) (i32.const 256)))
    (loop $chunk
      (local.set $sum (i32x4.add (local.get $sum)
        (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $a)) (v128.load8x8_s (local.get $b)))))
      (local.set $sum (i32x4.add (local.get $sum)
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $a)) (v128.load8x8_s offset=8 (local.get $b)))))
      (local.set $sum (i32x4.add (local.get $sum)
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $a)) (v128.load8x8_s offset=16 (local.get $b)))))
      (local.set $sum (i32x4.add (local.get $sum)
        (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $a)) (v128.load8x8_s offset=24 (local.get $b)))))
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
  ;; out[i] = dot(query, vectors[rows[i]]). Such rows seldom lie in the cache, so sixteen at a time are first touched: the processor
  ;; then waits for all of them at once and not for one after the other.
  (func (export "dotsAt") (param $query i32) (param $vectors i32) (param $rows i32) (param $count i32) (param $out i32)
    (local $row i32) (local $some i32) (local $end i32) (local $vector i32)
    (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $rows) (local.get $end)))
        (local.set $some (i32.add (local.get $rows) (i32.const 64)))
        (if (i32.gt_u (local.get $some) (local.get $end)) (then (local.set $some (local.get $end))))
        (local.set $row (local.get $rows))
        (loop $touch
          (local.set $vector (i32.add (local.get $vectors) (i32.shl (i32.load (local.get $row)) (i32.const 8))))
          (drop (i32.load (local.get $vector)))
          (drop (i32.load offset=64 (local.get $vector)))
          (drop (i32.load offset=128 (local.get $vector)))
          (drop (i32.load offset=192 (local.get $vector)))
          (local.set $row (i32.add (local.get $row) (i32.const 4)))
          (br_if $touch (i32.lt_u (local.get $row) (local.get $some))))
        (loop $multiply
          (local.set $vector (i32.add (local.get $vectors) (i32.shl (i32.load (local.get $rows)) (i32.const 8))))
          (i32.store (local.get $out) (call $dot (local.get $query) (local.get $vector)))
          (local.set $rows (i32.add (local.get $rows) (i32.const 4)))
          (local.set $out (i32.add (local.get $out) (i32.const 4)))
          (br_if $multiply (i32.lt_u (local.get $rows) (local.get $some))))
        (br $next))))
  ;; out[i] = how far the sign pattern of row i agrees with the query, as one byte. Patterns of 32 bytes stand in blocks of sixteen rows:
  ;; the first byte of each row, then the second of each, and so on. The tables hold, for each half byte, what each of its values adds.
  ;; Works on whole blocks and so writes past the last row by up to fifteen.
  (func (export "agreements") (param $tables i32) (param $patterns i32) (param $count i32) (param $out i32)
    (local $table i32) (local $end i32) (local $byte v128) (local $low_half v128) (local $sum v128)
    (local.set $low_half (i8x16.splat (i32.const 15)))
    (local.set $end (i32.add (local.get $tables) (i32.const 1024)))
    (block $done
      (loop $next
        (br_if $done (i32.le_s (local.get $count) (i32.const 0)))
        (local.set $table (local.get $tables))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (loop $bytes
          ;; The plain swizzle also defines what a value above fifteen gives, which costs an instruction more; x64 has no shift of
          ;; single bytes either.
          (local.set $byte (v128.load (local.get $patterns)))
          (local.set $sum (i8x16.add_sat_u (local.get $sum) (i8x16.add_sat_u
            (i8x16.relaxed_swizzle (v128.load (local.get $table)) (v128.and (local.get $byte) (local.get $low_half)))
            (i8x16.relaxed_swizzle (v128.load offset=16 (local.get $table)) (v128.and (i16x8.shr_u (local.get $byte) (i32.const 4)) (local.get $low_half))))))
          (local.set $byte (v128.load offset=16 (local.get $patterns)))
          (local.set $sum (i8x16.add_sat_u (local.get $sum) (i8x16.add_sat_u
            (i8x16.relaxed_swizzle (v128.load offset=32 (local.get $table)) (v128.and (local.get $byte) (local.get $low_half)))
            (i8x16.relaxed_swizzle (v128.load offset=48 (local.get $table)) (v128.and (i16x8.shr_u (local.get $byte) (i32.const 4)) (local.get $low_half))))))
          (local.set $patterns (i32.add (local.get $patterns) (i32.const 32)))
          (local.set $table (i32.add (local.get $table) (i32.const 64)))
          (br_if $bytes (i32.lt_u (local.get $table) (local.get $end))))
        (v128.store (local.get $out) (local.get $sum))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (local.set $count (i32.sub (local.get $count) (i32.const 16)))
        (br $next))))
  ;; Writes the rows that agree with the query at least so far, and says how many.
  (func (export "chosen") (param $agreeing i32) (param $count i32) (param $least i32) (param $out i32) (result i32)
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
          (local.set $out (i32.add (local.get $out) (i32.const 4)))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $out) (local.get $start)) (i32.const 2)))
  ;; The hyperbolic tangent within 0.0002, by its continued fraction.
  (func $tanh (param $x v128) (result v128)
    (local $square v128)
    (local.set $x (f32x4.max (v128.const f32x4 -4.9 -4.9 -4.9 -4.9) (f32x4.min (v128.const f32x4 4.9 4.9 4.9 4.9) (local.get $x))))
    (local.set $square (f32x4.mul (local.get $x) (local.get $x)))
    (f32x4.div
      (f32x4.mul (local.get $x) (f32x4.add (v128.const f32x4 135135 135135 135135 135135) (f32x4.mul (local.get $square)
        (f32x4.add (v128.const f32x4 17325 17325 17325 17325) (f32x4.mul (local.get $square)
          (f32x4.add (v128.const f32x4 378 378 378 378) (local.get $square)))))))
      (f32x4.add (v128.const f32x4 135135 135135 135135 135135) (f32x4.mul (local.get $square)
        (f32x4.add (v128.const f32x4 62370 62370 62370 62370) (f32x4.mul (local.get $square)
          (f32x4.add (v128.const f32x4 3150 3150 3150 3150) (f32x4.mul (v128.const f32x4 28 28 28 28) (local.get $square)))))))))
  ;; out[i] = what a layer of hidden units makes of the i-th row of inputs. The weights stand in groups of eight units: their biases, the
  ;; weights of the first input, of the second and so on, and last what each unit adds to the sum.
  (func (export "hidden") (param $rows i32) (param $count i32) (param $inputs i32) (param $weights i32) (param $groups i32) (param $out i32)
    (local $at i32) (local $end i32) (local $weight i32) (local $group i32) (local $value v128) (local $a v128) (local $b v128) (local $sum v128)
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $inputs) (i32.const 2))))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $weight (local.get $weights))
        (local.set $group (local.get $groups))
        (loop $eight
          (local.set $a (v128.load (local.get $weight)))
          (local.set $b (v128.load offset=16 (local.get $weight)))
          (local.set $at (local.get $rows))
          (loop $input
            (local.set $weight (i32.add (local.get $weight) (i32.const 32)))
            (local.set $value (v128.load32_splat (local.get $at)))
            (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $value) (v128.load (local.get $weight)))))
            (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $value) (v128.load offset=16 (local.get $weight)))))
            (local.set $at (i32.add (local.get $at) (i32.const 4)))
            (br_if $input (i32.lt_u (local.get $at) (local.get $end))))
          (local.set $sum (f32x4.add (local.get $sum) (f32x4.add
            (f32x4.mul (call $tanh (local.get $a)) (v128.load offset=32 (local.get $weight)))
            (f32x4.mul (call $tanh (local.get $b)) (v128.load offset=48 (local.get $weight))))))
          (local.set $weight (i32.add (local.get $weight) (i32.const 64)))
          (local.set $group (i32.sub (local.get $group) (i32.const 1)))
          (br_if $eight (local.get $group)))
        (f32.store (local.get $out) (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
          (f32.add (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum)))))
        (local.set $rows (local.get $end))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))))
