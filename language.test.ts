import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/**
 * Words that turn a plain statement into a figure of speech, and what to write instead. They are correct English where they
 * are about people; each room has a budget for those.
 */
const HABITS: readonly { readonly word: RegExp; readonly instead: string }[] = [
  { word: /\b(tells?|told)\b/gi, instead: 'a program returns, reports, logs, lists, sends or shows' },
  { word: /\b(hears?|heard)\b/gi, instead: 'a program receives, reads or gets' },
  { word: /\b(stands?|stood)\b/gi, instead: 'data is stored, listed or shown; a file is in a folder' },
  { word: /\bpieces?\b/gi, instead: 'part, chunk, fragment, record' },
  { word: /\bwhom\b/gi, instead: 'name the noun: the sender, the caller, the device' },
  { word: /\bwithh(o|e)ld(s|ing)?\b/gi, instead: 'block, omit' },
  { word: /\bmeanwhile\b/gi, instead: 'until then, in the meantime, during the change' },
  { word: /\bbesides\b/gi, instead: 'also, in addition' },
  { word: /\bputs? right\b/gi, instead: 'repair, restore' },
  { word: /\bled elsewhere\b/gi, instead: 'redirected' },
]

/** Further words of this kind. They still occur: their budgets are what is left. */
const REMAINING: typeof HABITS = [
  // As a verb, not as a name: another word follows.
  { word: /\b(asks|asked)(?= [a-z])/gi, instead: 'a program requests, queries or requires' },
  { word: /\bof (its|their) own\b/gi, instead: 'separate, its own' },
  { word: /\b(somebody|someone)\b/gi, instead: 'name the noun: a device, a caller, another owner' },
  { word: /\bas it is\b/gi, instead: 'unchanged' },
  // Not as a value: a caller of the kind `nobody` has no credentials.
  { word: /(?<!['`"])\bnobody\b(?!['`"])/gi, instead: 'no device, no caller' },
  { word: /\bat once\b/gi, instead: 'immediately; at the same time' },
  { word: /\bknows\b/gi, instead: 'a program has, stores, imports or supports' },
  { word: /\bwhatever\b/gi, instead: 'any; regardless of' },
  { word: /\bwhoever\b/gi, instead: 'name the noun: the sender, the caller' },
  { word: /\bgo(es|ing)? on\b/gi, instead: 'continue' },
]

/** How often these words may occur in each room; the longest path that fits counts. A number here may only fall. */
const BUDGETS: Readonly<Record<string, number>> = {
  '.': 2,
  bin: 0,
  docs: 0,
  lab: 13,
  'lab/scenarios': 0,
  'lab/site': 0,
  router: 0,
  'router/features': 0,
  'router/model': 0,
  'router/servers': 0,
  search: 1,
  site: 0,
  'site/docs': 0,
  web: 0,
}

const REMAINING_BUDGETS: typeof BUDGETS = {
  '.': 4,
  bin: 4,
  docs: 5,
  lab: 15,
  'lab/scenarios': 47,
  'lab/site': 4,
  router: 17,
  'router/features': 101,
  'router/model': 46,
  'router/servers': 64,
  search: 0,
  site: 9,
  'site/docs': 53,
  web: 23,
}

const FILES = globSync('**/*.{ts,tsx,js,md,mdx,css,html,svg,sh}', {
  exclude: (path) => /(^|\/)(node_modules|dist|\.sallyport|\.docusaurus|generated)(\/|$)/.test(path),
})
  // The words are English. The list of promises has the titles of tests, which are counted where they are.
  .filter(
    (path) =>
      path !== 'language.test.ts' && path !== 'docs/promises.md' && !/^(web\/texts|router\/phrases)\/de\//.test(path),
  )
  .sort()

const rooms = Object.keys(BUDGETS).sort((a, b) => b.length - a.length)
const roomOf = (path: string): string => rooms.find((room) => path.startsWith(`${room}/`)) ?? '.'

interface Hit {
  readonly room: string
  readonly place: string
  readonly text: string
  readonly instead: string
}

const texts = FILES.map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n') }))

const hitsOf = (habits: typeof HABITS): readonly Hit[] =>
  texts.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      habits.flatMap(({ word, instead }) =>
        [...line.matchAll(word)].map(([text]) => ({
          room: roomOf(path),
          place: `${path}:${index + 1}`,
          text,
          instead,
        })),
      ),
    ),
  )

function testBudgets(title: string, hits: readonly Hit[], budgets: typeof BUDGETS): void {
  for (const [room, budget] of Object.entries(budgets))
    test(`texts of ${room === '.' ? 'the root' : room} ${title}`, () => {
      const found = hits.filter((hit) => hit.room === room)
      const list = found.map(({ place, text, instead }) => `${place}  ${text}: ${instead}`).join('\n')
      assert.ok(found.length <= budget, `${found.length} habit words, of which ${budget} are allowed:\n${list}`)
    })
}

testBudgets('are in plain words', hitsOf(HABITS), BUDGETS)
testBudgets('have no more of the remaining words', hitsOf(REMAINING), REMAINING_BUDGETS)
