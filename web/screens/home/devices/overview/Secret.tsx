import { Button } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { call } from '../../../../client/client.ts'
import { SaveError } from '../../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { JoinCode } from '../add/JoinCode.tsx'
import { Letters } from '../add/Letters.tsx'
import type { ShownDevice } from '../entry.ts'

const words = deviceTexts.secret

/** The wifi passphrase, which needs a one-time code. It is kept on the page only. */
export function Secret({ entry: { identity } }: { entry: ShownDevice }) {
  const read = useMutation({
    mutationFn: () => call(devices.read, { query: { identity } }),
    gcTime: 0,
  })
  const passphrase = read.data?.PSKEntry.Psk
  return (
    <Section title={words.title} hint={words.hint}>
      {passphrase === undefined ? (
        <Button
          variant="default"
          leftSection={<IconEye size={18} stroke={1.6} />}
          loading={read.isPending}
          onClick={() => read.mutate()}
        >
          {words.show}
        </Button>
      ) : (
        <>
          <Letters passphrase={passphrase} label={words.label} />
          <JoinCode passphrase={passphrase} />
          <Button
            variant="default"
            mt="md"
            leftSection={<IconEyeOff size={18} stroke={1.6} />}
            onClick={() => read.reset()}
          >
            {words.hide}
          </Button>
        </>
      )}
      <SaveError error={read.error} />
    </Section>
  )
}
