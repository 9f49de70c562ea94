import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { addTexts } from '../../texts/home/devices/add.ts'

export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button
      variant="default"
      leftSection={<Icon size={18} stroke={1.6} />}
      onClick={async () => setCopied(await copy(text))}
    >
      {copied ? addTexts.copied : addTexts.copy}
    </Button>
  )
}

/** `navigator.clipboard` needs HTTPS; over HTTP, the deprecated command still works. */
async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
