import { remoteFaultPhrases } from '../../../../router/phrases/en/remotefaults.ts'

/** Why a backup was not stored on another machine, or not read from there, in the words of the router. */
export const remoteFaults: Readonly<Record<keyof typeof remoteFaultPhrases, string>> = remoteFaultPhrases
