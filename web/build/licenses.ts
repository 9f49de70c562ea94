import type { Plugin } from 'vite'
import { LICENSES, licensesOf } from '../../bin/licenses.ts'

/** Writes the licenses of the npm packages in the app to `licenses.txt`. */
export const licenses = (): Plugin => ({
  name: 'licenses',
  apply: 'build',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    this.emitFile({ type: 'asset', fileName: LICENSES, source: licensesOf(modules) })
  },
})
