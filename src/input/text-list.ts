/** The entries of a list that was sent as one text: separated by commas, or as the JSON of it, which models write for a list now and then. */
export function entriesIn(text: string): unknown[] {
  const trimmed = text.trim()
  if (trimmed.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(trimmed)
      if (Array.isArray(list)) return list
    } catch {
      // It is no JSON, so its entries are those between the commas.
    }
  }
  return text.split(',').map((entry) => entry.trim())
}
