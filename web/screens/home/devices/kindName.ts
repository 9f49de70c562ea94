import { kindTexts } from '../../../texts/home/devices/kind.ts'

/** The name of a kind in the language of the app; kinds of own rules have only one name. */
export const kindName = (category: string): string => kindTexts.names[category] ?? category
