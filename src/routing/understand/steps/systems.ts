/**
 * Kinds of outside systems, told by the words of a step. The order matters: the more particular kinds come first.
 */
const systemPatterns: [string, RegExp][] = [
  [
    'email',
    /\be-?mails?\b|\binbox\b|\bgmail\b|\boutlook\b|\bnewsletter\b|\bmail (?:it|them|the|to|me|him|her|my|our|each|every|everyone|(?-i:[A-Z]))|\b(?:to|and|then) write (?:to )?(?:him|her|them|the (?:client|customer|supplier|team))\b|\b(?:by|my|our|the|her|his|[a-z]+['’]s) mail\b|\bmailbox\b|e-mail|correo|邮件|メール|이메일|письм|почт|البريد|ईमेल/i,
  ],
  [
    'calendar',
    /\bcalend[ae]r\w*\b|\bmeetings?\b(?! notes| summar| transcript| minutes| recording)|\bappointment\b|\bevent\b(?= (?:on|at|for|in|called|named|with))|\binvite\b|\breminder\b|\bremind me\b|\btermin\b|réunion|reunión|日历|会议|カレンダー|予定|일정|встреч|календар/i,
  ],
  [
    'chat',
    /\bslack\b|\bteams\b(?= (?:channel|chat|message))|\bdiscord\b|\btelegram\b|\bwhatsapp\b|\bchannel\b|\bdm\b|\bdirect message\b|(?:^|\s)#[a-z][\w-]*[a-z]\b|\bpost (?:it|that|them|a (?:message|summary|note|recap|digest))\b|\bping (?:the|my|our)\b|\b(?:team|group) chat\b|\bin chat\b|^message (?:the|my|our|each|every|everyone|(?-i:[A-Z]))/i,
  ],
  [
    'sms',
    /\bsms\b|\btext (?:message|me|him|her|them|my|the (?:customer|client|patient))\b|^text (?-i:[A-Z][a-z])|\btext (?:it|that|this|the \w+) to (?:me|him|her|them|my|our|\+\d|(?-i:[A-Z]))|\b(?:text|call|ring) \+\d|\bphone call\b|\bcall (?:me|him|her|the|my)\b|\bvoicemail\b/i,
  ],
  [
    'issue-tracker',
    /\bjira\b|\blinear\b(?= (?:issue|ticket|project))|\bissues?\b(?= (?:in|on|for|tracker|about|with|titled))|\b(?:open|create|file|raise|log|close) (?:a|an|the|new)?\s?(?:bug|issue|ticket|task|story|epic|card)\b|\bbacklog\b|\bsprint\b|\btrello\b|\basana\b|\bto-?do\b|\btask list\b/i,
  ],
  [
    'code-host',
    /\bpull requests?\b|\bprs?\b|\brepo(?:sitor(?:y|ies))?s?\b|\bcommits?\b|\bgithub\b|\bgitlab\b|\bbranch(?:es)?\b|\brelease notes\b|\bchangelog\b/i,
  ],
  ['error-tracking', /\bsentry\b|\bcrash(?:es)?\b|\bstack ?traces?\b|\bunresolved errors?\b|\bexceptions? (?:in|from)\b/i],
  ['monitoring', /\bdatadog\b|\bgrafana\b|\bmetrics?\b|\blogs\b|\balerts?\b|\bon-?call\b|\bincident\b|\buptime\b|\blatency\b/i],
  [
    'deploy',
    /\bdeploy\w*\b|\bkubernetes\b|\bpods?\b|\bcluster\b|\bec2\b|\blambda\b|\binstances?\b|\bdocker\b|\bcontainers?\b|\bterraform\b|\bpipeline run\b|\bbuild (?:status|log)/i,
  ],
  [
    'spreadsheet',
    /\bspreadsheet\b|\bgoogle sheets?\b|\bexcel\b|\bworkbook\b|\bsheet\b|\brows? (?:to|in)\b|\bairtable\b|\bcsv\b|\.xlsx?\b/i,
  ],
  [
    'database',
    /\bdatabase\b|\bsql\b|\bpostgres\w*\b|\bmysql\b|\bmongo\w*\b|\bsnowflake\b|\bbigquery\b|\btable\b(?= (?:in|with|for|where))|\bquery (?:the|our|my)\b|\bwarehouse\b|\.(?:db|sqlite3?)\b|\bsign-?ups?\b(?= (?:from|in|this|last))/i,
  ],
  [
    'crm',
    /\bcrm\b|\bhubspot\b|\bsalesforce\b|\bleads?\b|\bdeals?\b(?= (?:in|from|stage|pipeline|that))|\bcontacts?\b(?= (?:in|from|record|list|to))|\bopportunit(?:y|ies)\b/i,
  ],
  ['support', /\bzendesk\b|\bsupport tickets?\b|\bhelp ?desk\b|\bcustomer complaints?\b|\bintercom\b/i],
  [
    'payments',
    /\bstripe\b|\brefund\w*\b|\bcharge[sd]?\b|\bpayments?\b|\bsubscription\b|\binvoices?\b|\bpayout\b|\bpaypal\b|\bbank transfer\b|\btransfer (?:money|funds|\$)/i,
  ],
  ['flights', /\bflights?\b|\bairline\b|\bflug\b|\bvuelo\b|\bvols?\b(?= (?:pour|vers|de|pas))|航班|机票|飛行機|항공/i],
  ['hotel', /\bhotels?\b|\bairbnb\b|\baccommodation\b|\broom\b(?= (?:in|at|for|near))|酒店|ホテル|호텔/i],
  ['restaurant', /\brestaurants?\b|\btable for\b|\bdinner reservation\b|\bfood delivery\b|\btakeaway\b|\bpizza\b/i],
  ['ride', /\btaxi\b|\buber\b|\bride\b|\bcab\b|\brental car\b|\bcar rental\b|\brent a car\b/i],
  ['weather', /\bweather\b|\bforecast\b|天气|天気|날씨|погод|wetter|météo/i],
  [
    'maps',
    /\bdirections\b|\broute\b(?= (?:to|from|between))|\bdistance between\b|\bnearby\b|\bnearest\b|\btraffic\b|\bgeocode\b|\bnavigate to\b|\bdriving time\b/i,
  ],
  ['music', /\bplaylist\b|\bsongs?\b|\bmusic\b|\bspotify\b|\balbum\b/i],
  ['video', /\byoutube\b|\bvideos?\b|\bmovies?\b|\bfilm\b|\bnetflix\b/i],
  [
    'shopping',
    /\bonline store\b|\bshopify\b|\bbuy\b|\border (?:a|an|some|the|me|online)\b|\bonline purchase\b|\bcart\b|\bproducts? (?:on|from|in|at)\b|\bamazon\b|\bpurchase\b|\bgrocer(?:y|ies)\b/i,
  ],
  [
    'social',
    /\btweets?\b|\btwitter\b|\blinkedin\b|\binstagram\b|\bfacebook\b|\breddit\b|\bsocial media\b|\btiktok\b|\bmastodon\b|\bbluesky\b/i,
  ],
  ['smart-home', /\blights?\b|\bthermostat\b|\bsmart home\b|\bheating\b|\bdoor lock\b|\bcamera feed\b|\bvacuum\b|\btv\b/i],
  [
    'stocks',
    /\bstocks?\b|\bshares\b|\bshare (?:price|capital)s?\b|\bcrypto\b|\bbitcoin\b|\bmarket data\b|\bexchange rate\b|\bportfolio\b|股|株/i,
  ],
  ['news', /\bnews\b|\bheadlines?\b|新闻|ニュース|뉴스|новост/i],
  [
    'papers',
    /\bpapers?\b(?= (?:on|about|by|from|that|in|published))|\barxiv\b|\bpubmed\b|\bscholar\w*\b|\bliterature\b(?= (?:on|about|search|review))/i,
  ],
  [
    'notes',
    /\bnotion\b|\bobsidian\b|\bevernote\b|\bwiki\b|\bconfluence\b|\bnotes? app\b|\bknowledge base\b|\bnote\b(?= (?:in|to|with|called|about))|\bpage\b(?= (?:in|called|titled))/i,
  ],
  ['slides', /\bslides?\b|\bpresentation\b|\bdeck\b|\bpowerpoint\b|\.pptx?\b/i],
  ['document', /\bgoogle docs?\b|\bword document\b|\bdoc\b|\.docx?\b/i],
  ['pdf', /\bpdfs?\b/i],
  [
    'storage',
    /\bgoogle drive\b|\bdropbox\b|\bs3\b|\bbucket\b|\bonedrive\b|\bfolders?\b|\bfiles?\b|\bupload\b|\bdesktop\b|\bdownloads\b|文件|ファイル|파일/i,
  ],
  [
    'image',
    /\b(?:generate|create|make|draw|edit|resize|crop) (?:an? )?(?:\w+ )?(?:image|picture|photo|illustration|logo|thumbnail|banner)\b|\bbackground removal\b|\bmidjourney\b/i,
  ],
  ['speech', /\btranscri\w+\b|\btext[- ]to[- ]speech\b|\bvoice ?over\b|\baudio\b|\bpodcast\b|\.(?:mp3|m4a|wav|ogg|flac)\b/i],
  ['design', /\bfigma\b|\bmockups?\b|\bwireframe\b|\bcanva\b/i],
  ['chart', /\bchart\b|\bdiagram\b|\bgraph of\b|\bplot\b|\bdashboard\b/i],
  [
    'browser',
    /\bscreenshot\b|\blog ?in to\b|\bfill (?:in|out)\b|\bclick\b|\bbrowser\b|\bscrape\b|\bcrawl\b|https?:\/\/|\bweb ?(?:page|site)s?\b|\burl\b|\bpricing page\b/i,
  ],
  [
    'web-search',
    /\bsearch (?:the web|online|for|google|the internet)\b|\bweb\b|\bonline\b|\binternet\b|\bgoogle (?:for|it)\b|\blook up\b|\bresearch\b|\bfind (?:out|information|info|articles?|the (?:latest|best|top|cheapest))\b|\bcompetitors?\b|网上|ネットで|인터넷/i,
  ],
  ['jobs', /\bjobs?\b(?= (?:in|at|for|posting|listing|as)|s\b)|\bcandidates?\b|\bapplicants?\b|\bonline job\b|\bhr system\b/i],
  ['tickets', /\btickets? (?:to|for)\b|\bconcert\b|\bmuseum\b/i],
  ['health', /\bdoctor\b|\bpatient\b|\bprescription\b|\bmedical\b|\bsteps\b(?= (?:today|count))|\bworkout\b|\bsleep data\b/i],
  ['bank', /\bbank\b|\bbalance\b|\btransactions?\b|\bstocks?\b|\binsurance\b/i],
  ['loan', /\bloans?\b|\bmortgage\b/i],
  ['parcel', /\bparcels?\b|\bpackages?\b(?! (?:version|manager))|\bdeliver\b|\bcourier\b/i],
  ['learning', /\bcourses?\b|\blectures?\b|\bclass(?:es)?\b(?= (?:in|on|at|for))/i],
  ['library', /\blibrary\b(?= (?:online|book|card|loan))|\bborrow\b/i],
  ['translate-service', /\bdeepl\b/i],
]

// From its first letter on and not too long, so that a text without blanks is not tried again at every letter.
const fileName = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]{1,80}(?=\.(?:pdf|docx?|xlsx?|pptx?|csv|txt|md|png|jpe?g|mp[34]|wav|m4a)\b)/giu

/** What a file is called says nothing of the work: "invoice.pdf" is a PDF. */
const withoutFileNames = (text: string) => text.replace(fileName, (name) => 'x'.repeat(name.length))

export function systemOf(text: string): string | null {
  const told = withoutFileNames(text)
  return systemPatterns.find(([, pattern]) => pattern.test(told))?.[0] ?? null
}

export function systemsOf(text: string): string[] {
  const told = withoutFileNames(text)
  return systemPatterns.filter(([, pattern]) => pattern.test(told)).map(([name]) => name)
}

/** Where each kind of system is first told. */
export function systemSpans(text: string): { system: string; start: number; end: number }[] {
  const told = withoutFileNames(text)
  return systemPatterns.flatMap(([system, pattern]) => {
    const found = pattern.exec(told)
    return found ? [{ system, start: found.index, end: found.index + found[0].length }] : []
  })
}
