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
  [/[\w-]\.(?:txt|log|ya?ml|toml|ini|conf|cfg)\b/i, 'text file filesystem'],
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
  [/(?:^|[\s(])r\/[A-Za-z]\w{2,20}\b/, 'reddit subreddit'],
  [/\brun (?:all )?(?:the |my |our )?(?:unit |integration |e2e )?tests?\b/i, 'run shell command terminal'],
  [/\bwhat(?:'s| is)? (?:the )?(?:current |local )?time(?: is it)?(?: now| right now)? in\b/i, 'current time timezone'],
  [/\b(?:my|our) (?:\d{1,2}(?::\d\d)? ?(?:am|pm|o'clock)|\d{1,2}:\d\d)\b/i, 'calendar event meeting'],
  [/\bhow (?:long|far) (?:is|does|will|would)\b.{0,40}\bdriv(?:e|ing)\b/i, 'driving directions route distance'],
  [/\bgithub\.com\/[\w.-]+\/[\w.-]+\/(?:pull|issues)\//i, 'github pull request issue'],
]
/** Moving a file does not depend on what is in it. */
const fileWork =
  /^\s*(?:please\s+)?(?:(?:delete|remove|rename|move|copy|list|zip|unzip|unpack)\b|where(?:'s|s| is| are| did i (?:save|put|leave))\b)/i
const anyFile = /[\w-]\.(?:[a-z]{1,4}\d?|[a-z]?\d[a-z]{1,2})(?![\w.])/i

const local =
  /(?:^|\s)(?:\.{1,2}|~)\/[\w.*-]|\b(?:on|from|of) (?:my|this) (?:laptop|computer|machine|mac|pc|disk|hard drive|desktop)\b|\b(?:my|from|in|to) (?:the )?(?:downloads|desktop)\b(?! (?:of|for|per|app)\b)|\b(?:folder|directory) (?:in|of|inside) (?:the|this|my|our) project\b|\bproject (?:folder|directory)\b|\bcurrent (?:folder|directory)\b/i
/** The contents of such files need a tool of their own, wherever the file lies. */
const ownKind = /\.(?:pdf|docx?|xlsx?|pptx?|csv|parquet|ipynb|mp[34]|m4a|wav|mov|png|jpe?g|heic|svg|psd|dwg|sqlite3?|db)\b/i

/** "owner/name" next to what one does with a repository. */
const repositoryWork =
  /\b(?:repo(?:sitory)?|star|fork|clone|issues?|pull requests?|prs?|releases?|branch(?:es)?|commits?|contributors|readme)\b/i
const repository = /(?<![\w./@:~-])[A-Za-z][\w-]{1,38}\/[A-Za-z][\w.-]{1,60}(?![\w/])/g
const isRepository = (name: string) => !/\.(?!js$|io$|net$|py$)[a-z]{1,5}$/i.test(name)

/** What a repository is called says nothing of the work that is done on it. */
export function withoutRepositories(text: string): string {
  return repositoryWork.test(text) ? text.replace(repository, (name) => (isRepository(name) ? ' ' : name)) : text
}
const longestRead = 2000

/** Search words for the marks that a text carries. */
export function marksIn(text: string): string[] {
  const read = text.slice(0, longestRead)
  const isMoved = fileWork.test(read)
  const told = isMoved ? marks : [...endings, ...marks]
  return [
    ...told.flatMap(([mark, words]) => (mark.test(read) ? words : [])),
    ...(isMoved && anyFile.test(read) ? ['files filesystem'] : []),
    ...(local.test(read) && (isMoved || !ownKind.test(read)) ? ['local files folder filesystem'] : []),
    ...(withoutRepositories(read) === read ? [] : ['github repository']),
  ]
}
