/** Airlines by the two signs that their flight numbers begin with, without those that are as often something else ("PR 1234", "AI 2027"). */
const airlines =
  'AA|AC|AF|AV|AY|A3|BA|BT|B6|CX|CZ|DL|DY|EI|EK|EW|EY|FI|FR|F9|G3|HU|IB|JL|JU|KE|KL|KQ|LA|LH|LO|LX|LY|MH|MU|NH|NK|NZ|OS|OU|OZ|QF|QR|RJ|RO|SK|SN|SQ|SV|TG|TK|TP|UA|U2|VN|VS|VY|WN|WS|WY|W6|XQ'
const travelling =
  /\b(?:flights?|fl(?:y|ies|ying)|on time|delay(?:ed|s)?|late|land(?:s|ed|ing)?|arriv\w+|depart\w*|takes? ?off|took off|gate|board\w*|terminal|airport|left|status|cancel\w*|where(?:['’]s| is)|when|verspätet|gelandet|retard|retrasado|ritardo)\b/i
const flightNumber = new RegExp(`(?<![\\w-])(?:${airlines}) ?\\d{2,4}(?![\\w-])`)

const phoneNumber = /(?<![\w+])\+\d(?:[\s().-]{0,2}\d){7,14}(?!\w)/
const calling = /\b(?:call|ring|phone|dial)\b/i

const accountOnChain = /\b0x[0-9a-fA-F]{40}\b|\b[\w-]{3,40}\.eth\b|\b0x[0-9a-fA-F]{3,8}(?:…|\.{2,3})/

/** "PAY-1423", but not "COVID-19" or "ISO-8601". */
const issueKey = /\b(?!(?:COVID|UTF|ISO|SHA|GPT|CVE|CWE|RFC|ICD|IEC|DIN|IEEE|MIL|ANSI|NIST|HTTP)-)[A-Z][A-Z0-9]{1,9}-\d{1,6}\b/
const tracking =
  /\b(?:move|assign\w*|reassign|close|reopen|resolve|comment\w*|status|transition|estimate|story points|sprint|epic|blocks?|blocked|duplicate|subtasks?|priority|due date|done|in progress|in review)\b/i

const domain =
  /\b[a-z0-9-]{2,63}\.(?:com|org|net|io|dev|app|ai|co|shop|store|me|info|biz|xyz|eu|us|uk|ie|ca|au|nz|za|de|at|ch|fr|be|nl|es|pt|it|pl|cz|dk|se|no|fi|tr|ru|jp|kr|cn|in|br|mx|tv|gg)\b/i
const registering = /\b(?:free|available|availability|taken|unregistered|registered|register|for sale)\b/i

const digest = /\b(?:[a-f0-9]{32}|[a-f0-9]{64})\b/i
const suspecting = /\b(?:hash|md5|sha-?\d+|flagged|known|malicious|virus|infected|suspicious|sample|clean|safe)\b/i

/** "$TSLA", but neither a variable of the shell nor a currency. */
const cashtag = /(?:^|\s)\$(?!(?:PATH|HOME|USER|PWD|SHELL|TERM|LANG|HOST|PORT|TMP|TEMP|OUT|USD|CAD|AUD)\b)[A-Z]{2,5}\b(?![/:_])/

type Identifier = { isIn: (text: string) => boolean; words: string }
const known = (pattern: RegExp, words: string): Identifier => ({ isIn: (text) => pattern.test(text), words })

/** Numbers and codes that belong to one kind of thing, and the words an English catalog has for it. */
const identifiers: readonly Identifier[] = [
  { isIn: (text) => flightNumber.test(text) && travelling.test(text), words: 'flight status live flight tracking airline' },
  { isIn: (text) => phoneNumber.test(text) && calling.test(text), words: 'phone call' },
  { isIn: (text) => phoneNumber.test(text) && !calling.test(text), words: 'sms text message phone number' },
  { isIn: (text) => issueKey.test(text) && tracking.test(text), words: 'issue ticket tracker' },
  { isIn: (text) => domain.test(text) && registering.test(text), words: 'domain name availability' },
  known(/\border (?:no\.? |number )?#?\d{3,}\b/i, 'store order ecommerce'),
  known(accountOnChain, 'ethereum wallet address onchain'),
  known(/\b0x[0-9a-fA-F]{64}\b/, 'ethereum transaction onchain'),
  known(/\bbc1[02-9ac-hj-np-z]{11,71}\b/, 'bitcoin address blockchain'),
  known(cashtag, 'stock ticker quote'),
  known(/\b[A-Z]{2}(?=[A-Z0-9]*\d{4})[A-Z0-9]{9}\d\b/, 'stock isin quote'),
  known(/\b(?:10-[KQ]|8-K|20-F|6-K|13[FDG]|DEF 14A)\b/, 'edgar sec filing'),
  known(/\bB0[A-Z0-9]{8}\b/, 'amazon product asin'),
  known(/\bNCT\d{8}\b/, 'clinical trial'),
  known(/\bPMID:? ?\d{4,8}\b|\bPMC\d{5,8}\b/, 'pubmed article'),
  known(/\brs\d{3,10}\b/, 'gene variant snp'),
  known(/\bENS[A-Z]{0,4}[GTP]\d{11}\b/, 'gene ensembl'),
  known(/\bCAS:? (?:no\.? |number )?\d{2,7}-\d{2}-\d\b/i, 'chemical compound'),
  { isIn: (text) => digest.test(text) && suspecting.test(text), words: 'malware file hash' },
  known(/\b1Z[0-9A-Z]{16}\b|\bJD\d{16,18}\b|\b00\d{18}\b/, 'parcel tracking shipment'),
  known(/\bISBN\b|\b97[89]-?\d{1,5}-?\d{1,7}-?\d{1,7}-?\d\b/, 'book isbn'),
  known(/\b10\.\d{4,9}\/\S+/, 'paper doi research'),
  known(/\bCVE-\d{4}-\d{4,}\b/i, 'vulnerability'),
  known(/\b(?:ch|pi|cus|sub|in|re|txn|price|prod)_(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Z])[A-Za-z0-9]{14,}\b/, 'stripe payment'),
  known(/\b(?:[rnbqkpRNBQKP1-8]{1,8}\/){7}[rnbqkpRNBQKP1-8]{1,8}\b/, 'chess position engine'),
  known(/(?<![\d.])\d{4}\.\d{4,5}(?:v\d)?(?![\d.])/, 'arxiv paper'),
  known(/\bselect\b.{1,200}\bfrom\b\s+\w.{0,200}\b(?:where|group by|order by|limit|join)\b/is, 'database sql query'),
]

/** Search words for the identifiers in a text. Where it has the first of them itself, it tells what is meant without them. */
export function identifiersIn(text: string): string[] {
  const told = text.toLowerCase()
  return identifiers.flatMap(({ isIn, words }) => (isIn(text) && !told.includes(words.slice(0, words.indexOf(' '))) ? words : []))
}
