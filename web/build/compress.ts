import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/

/** Beside every text in a folder, the same as `.br` and `.gz`, as small as it gets: the router has better things to do. */
export function compressFiles(dir: string): void {
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(name) || name.startsWith('.')) continue
    const path = join(dir, name)
    const plain = readFileSync(path)
    const smallest = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
    writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: smallest }))
    writeFileSync(`${path}.gz`, gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }))
  }
}

/** Compresses all files of a build. */
export function compress(): Plugin {
  let dir = ''
  return {
    name: 'compress',
    apply: 'build',
    configResolved({ root, build }) {
      dir = resolve(root, build.outDir)
    },
    closeBundle: () => compressFiles(dir),
  }
}
