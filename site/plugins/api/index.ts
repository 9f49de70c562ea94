import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LoadContext, Plugin } from '@docusaurus/types'
import { type Description, type Reference, referenceOf } from './reference.ts'

const DESCRIBE = fileURLToPath(new URL('./describe.ts', import.meta.url))

/**
 * The API reference, from what the router says of itself: its own code is run for it, and nobody is asked. The same
 * description is part of the build, as `openapi.json`.
 */
export default function apiPlugin({ baseUrl, siteDir }: LoadContext): Plugin<Reference> {
  let description = ''
  return {
    name: 'api-reference',
    getPathsToWatch: () => [`${siteDir}/../router/features/**/*.ts`],
    async loadContent() {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', DESCRIBE],
        { maxBuffer: 64 * 1024 * 1024 },
      )
      description = stdout
      return referenceOf(JSON.parse(stdout) as Description)
    },
    async postBuild({ outDir }) {
      await writeFile(join(outDir, 'openapi.json'), description)
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
