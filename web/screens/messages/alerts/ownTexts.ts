import { codeOfRuleName, codeOfTemplate } from '../../../../router/model/messages/alerts/own.ts'
import { ownAlertTexts } from '../../../texts/messages/alerts/own.ts'

/** The name in this language of a rule that the router has added and that was not renamed; undefined for other rules. */
export function translatedRuleName(topic: string, name: string, texts = ownAlertTexts): string | undefined {
  const code = codeOfRuleName(topic, name)
  return code && texts[code]
}

/** The same for the title of its alerts. */
export function ownTitle(topic: string, title: unknown, texts = ownAlertTexts): string | undefined {
  const code = codeOfTemplate(topic, title)
  return code && texts[code]
}
