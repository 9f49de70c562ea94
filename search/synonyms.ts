/** Groups of synonyms: each word matches all others of its line. In lower case, single words. */
const GROUPS = `
  ad advert advertisement advertising
  allowlist whitelist permit exception
  blacklist blocklist denylist
  cert certificate
  child kid
  computer laptop notebook pc
  delete remove forget
  ethernet wired
  guest visitor
  login logon signin
  mfa otp totp twofactor
  password passphrase passcode psk
  phone mobile smartphone
  photo picture screenshot
  problem issue trouble
  reboot restart
  telemetry tracking
  tv television
  upgrade update
  wifi wlan wireless
`

const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  GROUPS.trim()
    .split('\n')
    .map((line) => line.trim().split(' '))
    .flatMap((group) => group.map((word) => [word, group.filter((other) => other !== word)])),
)

/** Other words for a word; none for most. */
export const synonymsOf = (word: string): readonly string[] => SYNONYMS.get(word) ?? []

/** Words that are written in two parts as well as in one, in one. */
export const inOneWord = (text: string): string => text.replace(/\b(wi|pi)[- ](fi|hole)\b/gi, '$1$2')

const ENDINGS = ['', 's', 'es', 'd', 'ed', 'ing', 'e']

/**
 * The other forms of an English word: `blocks`, `blocked` and `blocking` for `block`. Some of them are no words; they are
 * looked up, and not found. None for words of up to three letters.
 */
export function formsOf(word: string): readonly string[] {
  const stem = word.length < 4 ? undefined : stemOf(word)
  if (stem === undefined) return []
  const forms = ENDINGS.map((ending) => stem + ending)
  // `policy` and `policies`.
  if (stem.endsWith('i') || stem.endsWith('y')) forms.push(`${stem.slice(0, -1)}y`, `${stem.slice(0, -1)}ies`)
  return [...new Set(forms)].filter((form) => form !== word)
}

/** The word without an ending; undefined when less than three letters are left. */
function stemOf(word: string): string | undefined {
  const stem = word.replace(/ies$/, 'y').replace(/(?:ing|es|ed|(?<!s)s|e)$/, '')
  return stem.length < 3 ? undefined : stem
}
