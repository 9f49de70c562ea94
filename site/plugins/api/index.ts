import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LoadContext, Plugin } from '@docusaurus/types'
import { type Description, type Reference, referenceOf } from './reference.ts'

const DESCRIBE = fileURLToPath(new URL('./describe.ts', import.meta.url))

/** The API reference, from what the router says of itself: its own code is run for it, and nobody is asked. */
export default function apiPlugin({ baseUrl, siteDir }: LoadContext): Plugin<Reference> {
  return {
    name: 'api-reference',
    getPathsToWatch: () => [`${siteDir}/../router/features/**/*.ts`],
    async loadContent() {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', DESCRIBE],
        { maxBuffer: 64 * 1024 * 1024 },
      )
      return referenceOf(JSON.parse(stdout) as Description)
    },
    async contentLoaded({ content, actions }) {
      const reference = await actions.createData('reference.json', content)
      actions.addRoute({
        path: `${baseUrl}api/0`,
        component: '@site/src/api/ApiPage.tsx',
        modules: { reference },
        exact: true,
      })
    },
  }
}
