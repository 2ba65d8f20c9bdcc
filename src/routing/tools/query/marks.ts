import { identifiersIn } from './identifiers.ts'
import { repositoryWork, withoutRepositories } from './repositories.ts'
import { hasOwnKind, wholeFileWork } from './whole-files.ts'

export const shellWork = 'run shell command terminal'

type Marks = readonly (readonly [RegExp, string])[]

/**
 * Things that are known by how they are written, and the words an English catalog has for them: a file by its ending, a channel by its
 * sign, a page by the address of the service that holds it. Numbers and codes are in identifiers.ts.
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
  [/\.csv\b/i, 'csv file data'],
  [/\.ipynb\b/i, 'jupyter notebook'],
  [/\.ics\b/i, 'calendar file'],
  [/\.(?:mbox|eml)\b/i, 'email archive'],
  [/\.apk\b/i, 'android app package'],
  [/\.pcapn?g?\b/i, 'packet capture network'],
]
const textFile = /(?<![\w-])[\w-]{1,80}\.(?:txt|md|log|json|ya?ml|toml|ini|conf|cfg)\b/gi
const link = /(?:https?:\/\/|(?<![\w.-])[\w.-]{1,80}\.(?:com|org|net|io|dev)\/)\S*/gi

/** A text file, unless it lies on the web or in a repository, which are worked on by tools of their own. */
function isLocalText(text: string): boolean {
  const near = text.replace(link, ' ')
  const rest = near.replace(textFile, ' ')
  return rest !== near && !repositoryWork.test(rest)
}

/** The word before stands by itself: "push my 3pm to Friday" is about an event, "set my 6:30 alarm" about an alarm. */
const asNoun = String.raw`(?=\s*(?:$|[^\s\p{L}\p{N}]|(?:and|to|with|at|by|on|until|till|for|from|in|an?|the|between|through|around|across|over|up|down|out|off|back|forward|home|there|earlier|later|today|tonight|tomorrow|next|this|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b))`
/** "The Monday deck" is one of slides, unless it is to be learned, played or walked on. */
const deckOfSlides =
  /^(?!.*\b(?:anki|rember|flash ?cards?|cards?|vocab\w*|spaced|stud(?:y|ies)|quiz|magic|yu-gi-oh|steam deck|stream deck|deck of|wood\w*|patio|boat|cruise|stain\w*|terrace)\b).*\bdecks?\b/isu
/** Writing that only a picture holds. */
const things = '(?:receipt|menu|page|notebook|whiteboard|letter|form|invoice|bill|note|recipe|label|business card|meter|sign)s?'
const pictured = new RegExp(
  [
    // Whoever merges or turns pages does not read them.
    String.raw`^(?!.*\b(?:merge|combine|split|rotate|compress|join|append)\b).*\b\w*scan(?:ned)?\w*\.(?:pdf|jpe?g|png|tiff?)\b`,
    String.raw`\bhand-?written\b|\bphotographed\b`,
    String.raw`\bscanned (?:pdf|document|contract|${things})s?\b|\b${things} (?:photo|picture|scan)s?\b`,
    String.raw`\b(?:photos?|pictures?|snapshots?) of (?:an?|the|my|our|this|these|some|that|every|each|all|\d+) (?:[\w-]+ )?${things}\b`,
  ].join('|'),
  'isu',
)
const textingSomebody =
  /(?:^|[,;.:]\s*|\b(?:and|then|to|please|just|also)\s)text (?:the|my|our|each|every|everyone|everybody|all|him|her|them|those|these|me|us)\b(?! (?:file|field|box|column|layer|block|above|below))/iu

const marks: Marks = [
  [deckOfSlides, 'powerpoint slides presentation'],
  [textingSomebody, 'sms text message'],
  [pictured, 'ocr read text from image'],
  [/\b(?:page|alert|wake|ping) (?:up )?(?:whoever|the|our)\b.{0,20}\bon[- ]?call\b/i, 'incident on-call'],
  [/(?:^|\s)#[a-z][\w-]*[a-z]\b/, 'chat channel message'],
  [/\byoutu\.be\/|\byoutube\.com\//i, 'youtube video'],
  [/\bfigma\.com\//i, 'figma design'],
  [/\bdocs\.google\.com\/document/i, 'google docs document'],
  [/\bdocs\.google\.com\/spreadsheets/i, 'google sheets spreadsheet'],
  [/(?:^|[\s(])r\/[A-Za-z]\w{2,20}\b/, 'reddit subreddit'],
  [/\brun (?:all )?(?:the |my |our )?(?:unit |integration |e2e )?tests?\b(?! (?:on (?!my|this)|against |in (?-i:[A-Z])))/i, shellWork],
  [
    /(?:^|[,;.:]\s*|\b(?:and|then|to|please|just|you|first)\s)(?:un)?zip (?:up )?(?:the|this|that|my|our|these|those|all|every)\b/i,
    `${shellWork} files`,
  ],
  [/\bwhat(?:'s| is)? (?:the )?(?:current |local )?time(?: is it)?(?: now| right now)? in\b/i, 'current time timezone'],
  [new RegExp(`\\b(?:my|our) (?:\\d{1,2}(?::\\d\\d)? ?(?:am|pm|o'clock)|\\d{1,2}:\\d\\d)${asNoun}`, 'iu'), 'calendar event meeting'],
  [new RegExp(`\\bhow (?:long|far) (?:is|does|will|would)\\b.{0,40}\\bdriv(?:e|ing)${asNoun}`, 'iu'), 'driving directions route distance'],
  [/\bgithub\.com\/[\w.-]+\/[\w.-]+\/(?:pull|issues)\//i, 'github pull request issue'],
]
const local =
  /(?:^|\s)(?:\.{1,2}|~)\/[\w.*-]|\b(?:on|from|of) (?:my|this) (?:laptop|computer|machine|mac|pc|disk|hard drive|desktop)\b|\b(?:my|from|in|to) (?:the )?(?:downloads|desktop)\b(?! (?:of|for|per|app)\b)|\b(?:folder|directory) (?:in|of|inside) (?:the|this|my|our) project\b|\bproject (?:folder|directory)\b|\bcurrent (?:folder|directory)\b/i
const longestRead = 2000

/** Search words for the marks that a text carries; where it names its place, that tells more than a number or the ending of a file. */
export function marksIn(text: string, language: string, { isPlaceTold }: { isPlaceTold: boolean }): string[] {
  const read = text.slice(0, longestRead)
  const work = wholeFileWork(read, language)
  const told = work || isPlaceTold ? marks : [...endings, ...marks]
  return [
    ...told.flatMap(([mark, words]) => (mark.test(read) ? words : [])),
    ...(isPlaceTold ? [] : identifiersIn(read)),
    ...(!work && !isPlaceTold && isLocalText(read) ? ['text file filesystem'] : []),
    ...(work === 'moved' ? ['files filesystem'] : []),
    ...(local.test(read) && (work === 'moved' || !hasOwnKind(read)) ? ['local files folder filesystem'] : []),
    ...(withoutRepositories(read) === read ? [] : ['github repository']),
  ]
}
