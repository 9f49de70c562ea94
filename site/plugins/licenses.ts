import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from '@docusaurus/types'
import { LICENSES, licensesOf } from '../../bin/licenses.ts'

/** What this plugin reads of the bundler. */
interface Compiler {
  readonly hooks: {
    readonly compilation: { tap(name: string, began: (compilation: Compilation) => void): void }
  }
}
interface Compilation {
  readonly hooks: {
    readonly finishModules: { tap(name: string, finished: (modules: Iterable<{ resource?: string }>) => void): void }
  }
}

/** Writes the licenses of the npm packages in the scripts of the pages to `licenses.txt`. */
export default function licensesPlugin(): Plugin {
  const modules = new Set<string>()
  const collect = (compiler: Compiler): void =>
    compiler.hooks.compilation.tap('licenses', (compilation) =>
      compilation.hooks.finishModules.tap('licenses', (finished) => {
        for (const { resource } of finished) if (resource) modules.add(resource)
      }),
    )
  return {
    name: 'licenses',
    configureWebpack: (_config, isServer) => (isServer ? {} : { plugins: [{ apply: collect as never }] }),
    postBuild: async ({ outDir }) => writeFileSync(join(outDir, LICENSES), licensesOf(modules)),
  }
}
