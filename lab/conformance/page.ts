import { contracts, socketContracts } from '../../router/features/index.ts'
import type { Operation } from '../../router/features/operation.ts'
import { GROUPS } from '../../router/servers/http/describe/reference.ts'
import { PUBLISHED, type Published, SLIPS } from './published.ts'
import { SPELLINGS } from './spellings.ts'
import { DEVIATIONS, laterArea, nameOf, standingOf } from './standing.ts'

/** Where the page stands in the repository. */
export const PAGE = 'docs/conformance.md'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
]

/** A map is written `{T}` in the description, where `{` may mean something to whoever renders the page. */
const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

const rowOf = (row: Published): string[] => [
  row.method,
  code(row.path),
  row.parameters === '' ? '' : code(row.parameters),
  code(row.body),
  code(row.reply) || 'empty',
  [200, ...row.statuses].join(', '),
  standingOf(row),
]

const sameCall = (operation: Operation) => {
  const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '\\{\\w+\\}')}$`)
  return ({ method, path }: Published): boolean => method === operation.method && pattern.test(path)
}

/** Operations of ours that API 0.3.0 does not have. */
const additions = (): Operation[] =>
  [...Object.values(contracts), ...Object.values(socketContracts)]
    .flatMap((contract): Operation[] => Object.values(contract))
    .filter((operation) => !PUBLISHED.some(sameCall(operation)))

const count = (standing: string): number => PUBLISHED.filter((row) => standingOf(row) === standing).length

/** The report of the conformance suite (lab/scenarios/conformance.test.ts), whose calls bear out every line of it. */
export function renderPage(): string {
  const known = GROUPS.flatMap(({ tags }) => tags)
  const ours = additions().toSorted((a, b) => known.indexOf(a.details.tag) - known.indexOf(b.details.tag))
  const later = Map.groupBy(
    PUBLISHED.filter((row) => laterArea(row) !== undefined),
    laterArea,
  )
  return `${[
    '# Conformance with API 0.3.0',
    '',
    'What the published description of API 0.3.0 states, operation by operation, and how this router stands to it. Each line is',
    'borne out by calls of a running router in `lab/scenarios/conformance.test.ts`: calls that work, whose answers are compared',
    'field by field; calls without credentials; and calls that are refused, for every status that is published. What is to come',
    'answers 404 today, which is tried too. This page is written by `npm run conformance`.',
    '',
    ...table(
      ['operations', 'conform', 'deviate, for a reason', 'to come'],
      [[PUBLISHED.length, count('conforms'), count('deviates'), count('to come')].map(String)],
    ),
    '',
    'Every operation takes 401 for missing or wrong credentials, unless nobody signs in on its socket, and 400 for input that is',
    'not allowed, also where the description leaves that out. Objects may carry fields besides the published ones.',
    '',
    '## Deviations',
    '',
    ...table(
      ['operation', 'published', 'here', 'why'],
      Object.entries(DEVIATIONS).map(([name, { published, here, why }]) => [code(name), published, here, why]),
    ),
    '',
    '## Two spellings',
    '',
    'Where clients of today spell something otherwise than API 0.3.0, both are taken.',
    '',
    ...table(
      ['topic', 'API 0.3.0', 'clients of today'],
      SPELLINGS.map(({ topic, published, newer }) => [topic, published, newer]),
    ),
    '',
    '## To come',
    '',
    ...table(
      ['area', 'operations'],
      [...later].map(([area, rows]) => [String(area), rows.map((row) => code(nameOf(row))).join(', ')]),
    ),
    '',
    ...GROUPS.flatMap(({ name, tags }) => [
      `## ${name}`,
      '',
      ...tags.flatMap((tag) => {
        const rows = PUBLISHED.filter((row) => row.tag === tag)
        if (rows.length === 0) return []
        const head = ['method', 'path', 'parameters', 'body', 'answer', 'statuses', 'standing']
        return [`### ${tag}`, '', ...table(head, rows.map(rowOf)), '']
      }),
    ]),
    '## Slips of the published description',
    '',
    'Where the description contradicts itself or the specification, this is what is held to.',
    '',
    ...table(
      ['where', 'published', 'held to'],
      SLIPS.map(({ where, published, here }) => [where, published, here]),
    ),
    '',
    '## Beyond API 0.3.0',
    '',
    'What today’s clients call besides, and what only this router has. `/openapi.json` describes all of it.',
    '',
    ...table(
      ['tag', 'operation', 'what it does'],
      ours.map(({ method, path, details }) => [details.tag, code(`${method} ${path}`), details.summary]),
    ),
  ].join('\n')}\n`
}
