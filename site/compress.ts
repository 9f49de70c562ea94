import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const br = promisify(brotliCompress)
const gz = promisify(gzip)

const TEXTS = '**/*.{html,js,css,svg,json,xml,txt}'
const WORTH_IT = 1024

/** The highest that costs no seconds: the next that saves anything (11, a tenth less) takes fifty times as long. */
const QUALITY = 5

/** Writes compressed copies of each text file in `folder`: `.br`, and `.gz` because browsers offer Brotli only with TLS. */
export async function compressAll(folder: string): Promise<void> {
  await Promise.all(globSync(TEXTS, { cwd: folder }).map((file) => compress(join(folder, file))))
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file)
  if (text.length < WORTH_IT) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  await Promise.all([
    br(text, { params }).then((bytes) => writeFile(`${file}.br`, bytes)),
    gz(text, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ])
}
