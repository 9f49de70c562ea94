/**
 * Names that search engines redirect to their filtered service by DNS, as each provider documents it.
 * Google: https://support.google.com/websearch/answer/186669 and https://www.google.com/supported_domains
 * YouTube: https://support.google.com/a/answer/6214622
 * Bing: https://support.microsoft.com/topic/946059ed-992b-46a0-944a-28e8fb8f1814
 * DuckDuckGo: https://duckduckgo.com/duckduckgo-help-pages/features/safe-search
 * Only these names: other hosts of the same domains, such as maps.google.com, are not redirected.
 */

/** What a rule turns on. */
export interface SafeSearch {
  readonly Google: boolean
  readonly Bing: boolean
  readonly DuckDuckGo: boolean
  readonly YouTube: 'off' | 'moderate' | 'strict'
}

/** A name and what it becomes an alias of. */
export interface Redirect {
  readonly name: string
  readonly target: string
}

const under = (prefix: string, text: string): string[] => text.split(' ').map((tld) => `www.google.${prefix}${tld}`)

/** The hosts of Google's search. */
const GOOGLE = [
  ...under(
    '',
    'com ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cd cf cg ch ci cl cm cn cv cz de dj dk dm dz ee es fi fm fr ga ge ' +
      'gg gl gm gr gy hn hr ht hu ie im iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml mn mu mv mw ne nl no nr nu pl pn ' +
      'ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tl tm tn to tt vu ws',
  ),
  ...under(
    'com.',
    'af ag ar au bd bh bn bo br bz co cu cy do ec eg et fj gh gi gt hk jm kh kw lb ly mm mt mx my na ng ni np om pa pe pg ph pk pr ' +
      'py qa sa sb sg sl sv tj tr tw ua uy vc vn',
  ),
  ...under('co.', 'ao bw ck cr id il in jp ke kr ls ma mz nz th tz ug uk uz ve vi za zm zw'),
]

const YOUTUBE = [
  'www.youtube.com',
  'm.youtube.com',
  'youtubei.googleapis.com',
  'youtube.googleapis.com',
  'www.youtube-nocookie.com',
]

const to = (target: string, names: readonly string[]): Redirect[] => names.map((name) => ({ name, target }))

/** All redirects of a rule. */
export const redirectsOf = ({ Google, Bing, DuckDuckGo, YouTube }: SafeSearch): Redirect[] => [
  ...(Google ? to('forcesafesearch.google.com', GOOGLE) : []),
  ...(Bing ? to('strict.bing.com', ['www.bing.com']) : []),
  ...(DuckDuckGo ? to('safe.duckduckgo.com', ['duckduckgo.com', 'www.duckduckgo.com', 'start.duckduckgo.com']) : []),
  ...(YouTube === 'off'
    ? []
    : to(YouTube === 'strict' ? 'restrict.youtube.com' : 'restrictmoderate.youtube.com', YOUTUBE)),
]
