import { Suspense, useState } from 'react'
import { DangerButton } from '../../../../parts/dialogs/DangerButton.tsx'
import { lazyPart } from '../../../../parts/shell/lazyScreen.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import type { ShownDevice } from '../entry.ts'

const LostDialog = lazyPart(() => import('./LostDialog.tsx'), 'LostDialog')

/** Ends all access of a lost or stolen device, after its owner has chosen what belongs to it. */
export function Lost({ entry }: { entry: ShownDevice }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DangerButton onClick={() => setOpen(true)}>{deviceTexts.lost}</DangerButton>
      {isOpen && (
        <Suspense>
          <LostDialog entry={entry} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
