import { Refused } from '../errors.ts'

/** Whether an error of `nftList` says that there is no such table, set or chain. */
export const isMissingInNft = (error: unknown): boolean =>
  error instanceof Refused && error.message.startsWith('No such file or directory')
