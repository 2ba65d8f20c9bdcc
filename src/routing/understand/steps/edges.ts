const edges = /^[\s,;:.!?→，、。；>=+–-]+|[\s,;:→，、；>=+–-]+$/gu

/** A part of a text without the marks at which it was cut; what ends its sentence stays. */
export const withoutEdges = (part: string) => part.replace(edges, '')
