import { germanPhrases } from '../../../../router/phrases/german.ts'
import { openMessageTranslator } from '../../../client/messages.ts'

/** Translates the messages of the router into German. */
export const translate = openMessageTranslator(germanPhrases)
