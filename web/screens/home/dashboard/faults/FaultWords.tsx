import { type Fault, wordsOfFault } from './words.ts'

interface FaultWordsProps {
  fault: Fault
  /** Makes a text of the reason. */
  as?: (reason: string) => string
}

/** The reason of a fault. */
export const FaultWords = ({ fault, as = (reason) => reason }: FaultWordsProps) => {
  const reason = wordsOfFault(fault)
  return reason && as(reason)
}
