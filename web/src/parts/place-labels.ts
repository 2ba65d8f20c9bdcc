type Spot = { x: number; y: number }
type Dot = Spot & { text: string }
type Label = { x: number; y: number; text: string }
type Box = { left: number; right: number; top: number; bottom: number }

const characterWidth = 6.2
const lineHeight = 13
const gap = 8
/** How much nearer a text's own dot must be than any other. */
const clearance = 3

/** Puts each text where it covers no other text and no dot, its own dot is the nearest and, if possible, the line between the dots is not covered; one that finds no room is left out. */
export function placeLabels(dots: readonly Dot[], all: readonly Spot[], room: Box): Label[] {
  const taken: Box[] = all.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }))
  const line = dots.slice(1).flatMap((dot, i) => spotsBetween(dots[i] ?? dot, dot))
  const labels: Label[] = []
  for (const dot of dots) {
    const free = placesFor(dot).filter(
      ({ box }) => isInside(box, room) && !taken.some((other) => overlap(other, box)) && isPlainlyOf(dot, box, all),
    )
    const found = free.find(({ box }) => line.every((spot) => distance(spot, box) > 1)) ?? free[0]
    if (!found) continue
    taken.push(found.box)
    labels.push(found.label)
  }
  return labels
}

function placesFor({ x, y, text }: Dot): { label: Label; box: Box }[] {
  const width = text.length * characterWidth
  const lefts = [x + gap, x - gap - width, x - width / 2]
  const middles = [y - 10, y + 14, y, y - 24, y + 28]
  return middles.flatMap((middle) =>
    lefts.map((left) => ({
      label: { x: left, y: middle + 4, text },
      box: { left, right: left + width, top: middle - lineHeight / 2, bottom: middle + lineHeight / 2 },
    })),
  )
}

function spotsBetween(from: Spot, to: Spot): Spot[] {
  const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 4)
  return Array.from({ length: count }, (_, i) => ({
    x: from.x + ((to.x - from.x) * i) / count,
    y: from.y + ((to.y - from.y) * i) / count,
  }))
}

function isPlainlyOf(dot: Spot, box: Box, all: readonly Spot[]): boolean {
  const own = distance(dot, box)
  return all.every((other) => (other.x === dot.x && other.y === dot.y) || distance(other, box) > own + clearance)
}

function distance({ x, y }: Spot, { left, right, top, bottom }: Box): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
}

const isInside = (box: Box, room: Box) =>
  box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
