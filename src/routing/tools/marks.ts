type Marks = readonly (readonly [RegExp, string])[]

/**
 * Things that are known by how they are written, and the words an English catalog has for them: a file by its ending, a channel by its
 * sign, a parcel by its number, a page by the address of the service that holds it.
 */
const endings: Marks = [
  [/\.(?:mp3|m4a|wav|ogg|flac)\b/i, 'audio recording'],
  [/\.(?:mp4|mov|mkv|avi|webm)\b/i, 'video file'],
  [/\.docx?\b/i, 'word document'],
  [/\.xlsx?\b/i, 'excel workbook'],
  [/\.pptx?\b/i, 'powerpoint slides'],
  [/\.(?:db|sqlite3?)\b/i, 'sqlite database'],
  [/\.(?:shp|geojson|gpkg|kml)\b/i, 'shapefile gis map layer'],
  [/\.blend\b/i, 'blender scene'],
  [/\.(?:stl|step|stp)\b/i, 'cad model'],
  [/\.ipynb\b/i, 'jupyter notebook'],
  [/\.(?:ics)\b/i, 'calendar file'],
  [/\.(?:mbox|eml)\b/i, 'email archive'],
  [/\.apk\b/i, 'android app package'],
  [/\.pcapn?g?\b/i, 'packet capture network'],
]
const marks: Marks = [
  [/(?:^|\s)#[a-z][\w-]*[a-z]\b/, 'chat channel message'],
  [/\b1Z[0-9A-Z]{16}\b|\bJD\d{16,18}\b|\b00\d{18}\b/, 'parcel tracking shipment'],
  [/\bISBN\b|\b97[89]-?\d{1,5}-?\d{1,7}-?\d{1,7}-?\d\b/, 'book isbn'],
  [/\b10\.\d{4,9}\/\S+/, 'doi research paper'],
  [/\bCVE-\d{4}-\d{4,}\b/i, 'vulnerability'],
  [/\b(?:ch|pi|cus|sub|in|re|txn|price|prod)_[A-Za-z0-9]{14,}\b/, 'stripe payment'],
  [/\b(?:[rnbqkpRNBQKP1-8]{1,8}\/){7}[rnbqkpRNBQKP1-8]{1,8}\b/, 'chess position engine'],
  [/\byoutu\.be\/|\byoutube\.com\//i, 'youtube video'],
  [/\bfigma\.com\//i, 'figma design'],
  [/\bdocs\.google\.com\/document/i, 'google docs document'],
  [/\bdocs\.google\.com\/spreadsheets/i, 'google sheets spreadsheet'],
  [/\bgithub\.com\/[\w.-]+\/[\w.-]+\/(?:pull|issues)\//i, 'github pull request issue'],
]
/** Whoever moves a file about does not care what is in it. */
const fileWork = /^\s*(?:please\s+)?(?:delete|remove|rename|move|copy|list|zip|unzip|unpack)\b/i
const longestRead = 2000

/** Search words for the marks that a text carries. */
export function marksIn(text: string): string[] {
  const read = text.slice(0, longestRead)
  const told = fileWork.test(read) ? marks : [...endings, ...marks]
  return told.flatMap(([mark, words]) => (mark.test(read) ? words : []))
}
