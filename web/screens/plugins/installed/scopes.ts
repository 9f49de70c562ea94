import { accessTexts } from '../../../texts/access/credentials.ts'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'
import { AREAS, type Area } from '../../access/credentials/scopes.ts'

const texts = pluginTexts.scopes

/** What a scope of a plugin's token permits, for its owner: the area of the app that the path belongs to, and the right. */
export function scopeWords(scope: string): { readonly what: string; readonly right: string } {
  const [, path = scope, suffix] = /^(.*?)(?::(r|rw))?$/.exec(scope) ?? []
  const right = suffix === 'r' ? texts.read : texts.write
  if (path === '/') return { what: texts.everything, right }
  const area = (Object.keys(AREAS) as Area[]).find((name) =>
    AREAS[name].some((own) => path === own || path.startsWith(`${own}/`)),
  )
  return { what: area ? accessTexts.tokens.areas[area] : path, right }
}

/** The lines of a text field, without empty ones. */
export const linesInText = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]
