import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { LANGUAGES } from '../parts/values/language.ts'
import { compressFiles } from './compress.ts'
import { configOf } from './vite.config.ts'

/** Builds the app in all languages into `dist`. */
const DIST = join(import.meta.dirname, '../dist')
rmSync(DIST, { recursive: true, force: true })
for (const language of Object.keys(LANGUAGES))
  await build({ ...configOf(language), configFile: false, logLevel: 'warn' })
compressFiles(DIST)
