import type { Operation } from '../../router/model/operation.ts'
import { contracts, socketContracts } from '../../router/model/operations.ts'
import { GROUPS } from '../../router/servers/http/describe/reference.ts'
import { ERRATA, PUBLISHED, type Published } from './published.ts'
import { SPELLINGS } from './spellings.ts'
import { DEVIATIONS, laterArea, nameOf, statusOf } from './status.ts'

/** The path of the page in the repository. */
export const PAGE = 'docs/conformance.md'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
]

/** A map is written `{T}` in the description; a `{` outside of code has a meaning in MDX. */
const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

const rowOf = (row: Published): string[] => [
  row.method,
  code(row.path),
  row.parameters === '' ? '' : code(row.parameters),
  code(row.body),
  code(row.reply) || 'empty',
  [200, ...row.statuses].join(', '),
  statusOf(row),
]

const sameCall = (operation: Operation) => {
  const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '\\{\\w+\\}')}$`)
  return ({ method, path }: Published): boolean => method === operation.method && pattern.test(path)
}

/** Operations that API 0.3.0 does not have. */
const additions = (): Operation[] =>
  [...Object.values(contracts), ...Object.values(socketContracts)]
    .flatMap((contract): Operation[] => Object.values(contract))
    .filter((operation) => !PUBLISHED.some(sameCall(operation)))

const count = (status: string): number => PUBLISHED.filter((row) => statusOf(row) === status).length

/** Returns the page. `lab/scenarios/api/conformance.test.ts`, `lab/scenarios/superd/superd.all.test.ts` and `lab/vm/radio-api.test.ts` test every line of it with calls. */
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
    'Each operation in the published description of API 0.3.0, and whether this router conforms to it. Each line is tested in',
    '`lab/scenarios/api/conformance.test.ts` with a running router: successful calls, whose responses are compared field by field, and calls',
    'without credentials or without a valid body. `lab/scenarios/api/contract.test.ts` has rejected calls for every published status.',
    'Operations that need a radio succeed in `lab/vm/radio-api.test.ts`, with simulated radios. Operations to come return 404, which is tested too. Those of superd, a process',
    'with a separate socket, are tested with containers in `lab/scenarios/superd/superd.all.test.ts`. `npm run conformance` writes this page.',
    '',
    ...table(
      ['operations', 'conform', 'deviate on purpose', 'to come'],
      [[PUBLISHED.length, count('conforms'), count('deviates'), count('to come')].map(String)],
    ),
    '',
    'Every operation returns 401 for missing or wrong credentials, except on Unix sockets, and 400 for invalid input, even if the',
    'description omits them. Objects may have additional fields.',
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
    'Where current clients differ from API 0.3.0, both spellings are accepted.',
    '',
    ...table(
      ['topic', 'API 0.3.0', 'current clients'],
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
        const head = ['method', 'path', 'parameters', 'body', 'response', 'statuses', 'conformance']
        return [`### ${tag}`, '', ...table(head, rows.map(rowOf)), '']
      }),
    ]),
    '## Errors in the published description',
    '',
    'Where the description contradicts itself or the specification, the last column is implemented.',
    '',
    ...table(
      ['where', 'published', 'implemented'],
      ERRATA.map(({ where, published, here }) => [where, published, here]),
    ),
    '',
    '## Beyond API 0.3.0',
    '',
    'Operations that current clients use in addition, and those that only this router has. See `/openapi.json`.',
    '',
    ...table(
      ['tag', 'operation', 'what it does'],
      ours.map(({ method, path, details }) => [details.tag, code(`${method} ${path}`), details.summary]),
    ),
  ].join('\n')}\n`
}
