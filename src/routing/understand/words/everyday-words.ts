import { wordSet } from '../../../retrieval/word-list.ts'

/** Product names that are also everyday words, beyond those that are learned (plain-words.ts): they count only where the sentence shows it. */
const everydayWords = wordSet(
  `actions aha alpha amplitude apollo apple arc assembled atlas attio aura axiom basecamp beacon beam beehive birdeye blink
    blogger bolt brave braze brevity buffer camel census chroma clarity clockwise clover coda cohere comet compass composer
    confluence copper craft crisp cursor dart deputy descript discourse dove drive dub duffel elastic ember etch exa excel expo
    filesystem flux forge fortnox freshbooks fusion gamma glean glide gong grain granola gravity greenhouse guru harness harvest
    haystack hive hop hunter hyper indeed intruder iterable kraken lattice lever lime linear lite looker master melon mercury meta
    mollie monday mural nano nats neon nest notion notions oak obsidian omni onyx opus oracle orbit outlook perplexity plaid
    podium postman prefect prisma profound puppet python qualified quest quill rancher rapid raven rebel reclaim reflect reminders
    render replicate retool rev rhino rippling rocket rust safari sage scout sentry sheets signal slack slate slice snap snowflake
    sonar spark splash spotlight sprout square squid stripe summit sunrise super surfer surge swift tally teams teamwork temporal
    tidal torch twist twitch uber unity up voyager wonder world wrike x yelp zap zoom`,
)

export function isEverydayWord(word: string): boolean {
  return everydayWords.has(word)
}
