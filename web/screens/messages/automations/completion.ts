import { automationTexts } from '../../../texts/messages/automations.ts'
import { type Declarations, fieldsOf } from './declarations.ts'

const texts = automationTexts.completion

/** A word that completes the text before the cursor. */
export interface Suggestion {
  readonly label: string
  readonly type: 'function' | 'property' | 'constant' | 'namespace'
  readonly info?: string
  readonly detail?: string
}

export interface Suggestions {
  /** How many characters before the cursor the words replace. */
  readonly length: number
  readonly options: readonly Suggestion[]
}

const GLOBALS: readonly Suggestion[] = [
  { label: 'on', type: 'function', info: "on('wifi:auth:*', (event, topic) => …)" },
  { label: 'every', type: 'function', info: 'every(minutes, () => …)' },
  { label: 'at', type: 'function', info: "at('22:00', () => …)" },
  { label: 'api', type: 'namespace', info: texts.api },
  { label: 'notify', type: 'function', info: 'notify(title, text)' },
  { label: 'memory', type: 'namespace', info: texts.memory },
  { label: 'sleep', type: 'function', info: 'await sleep(seconds)' },
  { label: 'console', type: 'namespace', info: texts.console },
]

/** What completes the text before the cursor; undefined where nothing does. */
export function suggestionsAt(before: string, { topics, groups, types }: Declarations): Suggestions | undefined {
  const [, topic] = /\bon\(\s*['"`]([\w:.-]*)$/.exec(before) ?? []
  if (topic !== undefined)
    return {
      length: topic.length,
      options: topics.map(({ name, about }) => ({ label: name, type: 'constant', info: about })),
    }
  const [, group, operation] = /\bapi\.(?:(\w+)\.)?(\w*)$/.exec(before) ?? []
  if (operation !== undefined) {
    const options: Suggestion[] =
      group === undefined
        ? [...groups.keys()].map((label) => ({ label, type: 'namespace' }))
        : (groups.get(group) ?? []).map(({ name, about, type }) => ({
            label: name,
            type: 'function',
            info: `${about}\n${type.slice(0, 300)}`,
          }))
    return { length: operation.length, options }
  }
  const [, field] = /\bevent\.(\w*)$/.exec(before) ?? []
  if (field !== undefined) {
    const subscribed = [...before.matchAll(/\bon\(\s*['"`]([^'"`]+)['"`]/g)].at(-1)?.[1]
    const type = topics.find(({ name }) => name === subscribed)?.type ?? ''
    return {
      length: field.length,
      options: fieldsOf(types.get(type) ?? type).map((label) => ({ label, type: 'property' })),
    }
  }
  const [, word] = /(?:^|[\s(;{}=>,!])([a-z]\w*)$/.exec(before) ?? []
  if (word === undefined || isInText(before)) return undefined
  return { length: word.length, options: GLOBALS }
}

/** Whether the line ends within quotes. */
const isInText = (before: string): boolean => {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return ["'", '"', '`'].some((quote) => line.split(quote).length % 2 === 0)
}
