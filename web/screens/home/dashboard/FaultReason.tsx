import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../../parts/navigation/lazyScreen.ts'

// Most homes have no fault.
const FaultWords = lazyPart(() => import('./faults/FaultWords.tsx'), 'FaultWords')

/** The reason of a fault, whose texts are loaded when there is one. */
export const FaultReason = (props: ComponentProps<typeof FaultWords>) => (
  <Suspense>
    <FaultWords {...props} />
  </Suspense>
)
