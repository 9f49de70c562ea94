import { translateMessage } from '../../texts/translate.ts'
import type { Tested } from './TestResultMessage.tsx'

/** The result of a test with its message in the language of the app. */
export const withTranslation = async <T extends Tested>(result: T): Promise<T> => ({
  ...result,
  Message: await translateMessage(result.Message, result.Coded),
})
