import { defaultRules } from '../../../../router/model/messages/alerts/defaults.ts'
import type { RuleContent } from '../../../../router/model/messages/alerts/given.ts'
import { allReadyRules } from '../../../../router/model/messages/alerts/ready.ts'
import { alertTexts } from '../../../texts/messages/alerts.ts'

/** What the router calls its own rules and their alerts, by topic. */
const own = Map.groupBy([...defaultRules(), ...allReadyRules()], ({ TopicPrefix }) => TopicPrefix)

type Texts = Readonly<Record<string, string>>
const isTemplate = (text: string): boolean => text.includes('{{')

/** The translated name of a rule that the router has added and that was not renamed; undefined without a translation. */
export const translatedRuleName = (topic: string, name: string, texts?: Texts): string | undefined =>
  textOf(topic, ({ Name }) => Name === name, texts)

/** The same for the title of its alerts. A title that is filled with fields of the event is not translated. */
export const ownTitle = (topic: string, title: unknown, texts?: Texts): string | undefined =>
  typeof title !== 'string' || isTemplate(title)
    ? undefined
    : textOf(topic, ({ Actions: [action] }) => action?.MessageTitle === title, texts)

function textOf(topic: string, isMeant: (rule: RuleContent) => boolean, texts: Texts = alertTexts.own) {
  for (const [prefix, rules] of own) {
    const index = topic.startsWith(prefix) ? rules.findIndex(isMeant) : -1
    if (index < 0) continue
    const text = texts[index === 0 ? prefix : `${prefix}#${index + 1}`]
    return text === rules[index]?.Name ? undefined : text
  }
}
