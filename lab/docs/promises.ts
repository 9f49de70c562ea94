import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf } from '../cli/files.ts'
import { isVariant } from '../cli/plan.ts'
import { ROOT } from '../process/place.ts'

export const PROMISES = 'docs/promises.md'

const HEAD = `# What is proven, and by which test

Each line is a test that runs the product: in a home with real packets, in a browser, or from the command line. \`npm test\` runs those of the first
column, one for each promise; \`npm run test:all\` runs the others as well: variants, matrices of screens and looks, long random runs. Unit
tests, which prove rules without a home, are beside the source; \`lab/vm\` proves what needs radios or another kernel. [Conformance](conformance.md)
lists the operations of the API, and [What is enforced](../site/docs/security/secure-wifi-router-features.md) the protections, each with its test.
\`npm run promises\` writes this page.
`

/** A title is the first argument of the function that declares the test. Titles that are put together are left out. */
const DECLARED = /^ *(?:\w+\.)?(?:story|test|walk|check)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/gm

const titlesIn = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(DECLARED)].map(([, one, two]) =>
    (one ?? two ?? '').replace(/\\(.)/g, '$1'),
  )

/** The page, from the titles of all tests in a home, in a browser and of commands, by area. */
export function renderPromises(): string {
  const files = filesOf(['lab/scenarios/**/*.test.ts', 'lab/site/*.test.ts', 'lab/{cli,docs}/*.test.ts'])
  const areas = Map.groupBy(files, (file) => file.split('/').slice(1, -1).join('/').replace('scenarios/', ''))
  const cell = (text: string): string => text.replaceAll('|', '\\|')
  const sections = [...areas].map(([area, members]) => {
    const rows = members.flatMap((file) =>
      titlesIn(file).map((title) => `| ${cell(title)} | ${isVariant(file) ? 'test:all' : 'test'} | \`${file}\` |`),
    )
    return `\n## ${area}\n\n| promise | runs in | test |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return HEAD + sections.join('')
}
