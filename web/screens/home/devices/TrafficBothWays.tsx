import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { bytesOf } from '../../../parts/values/amount.ts'

interface TrafficBothWaysProps {
  /** In bytes, as the device sees it. */
  received: number
  sent: number
  /** Both for screen readers. */
  words: (received: string, sent: string) => string
}

/** What a device has received and sent. */
export function TrafficBothWays({ received, sent, words }: TrafficBothWaysProps) {
  const [down, up] = [bytesOf(received), bytesOf(sent)]
  return (
    <>
      <VisuallyHidden>{words(down, up)}</VisuallyHidden>
      <span aria-hidden>
        <IconArrowDown size={12} stroke={1.8} /> {down}
      </span>
      <span aria-hidden>
        <IconArrowUp size={12} stroke={1.8} /> {up}
      </span>
    </>
  )
}
