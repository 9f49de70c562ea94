import { Button } from '@mantine/core'
import { IconDeviceTablet, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { tokens } from '../../../../router/model/access/credentials/listcontract.ts'
import { guests } from '../../../../router/model/home/guests/contract.ts'
import { call } from '../../../client/client.ts'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { CopyButton } from '../../../parts/layout/CopyButton.tsx'
import { guestTexts } from '../../../texts/home/guests.ts'
import styles from './GuestCard.module.css'
import { guestPageUrl } from './guestNetwork.ts'

const texts = guestTexts.tablet

/** The page for guests: here, for printing, and on a tablet with a token that may read the guest network and nothing else. */
export function Sharing() {
  const link = useMutation({
    mutationFn: async () => {
      const body = { Name: texts.token, Expire: 0, ScopedPaths: [`${guests.network.path}:r`] }
      return guestPageUrl(window.location.origin, (await call(tokens.create, { body })).Token)
    },
    gcTime: 0,
  })
  return (
    <div>
      <div className={styles.buttons}>
        <ButtonLink to="/auth/guest" variant="default" leftSection={<IconPrinter size={18} stroke={1.6} />}>
          {guestTexts.open}
        </ButtonLink>
        <Button
          variant="default"
          leftSection={<IconDeviceTablet size={18} stroke={1.6} />}
          loading={link.isPending}
          onClick={() => link.mutate()}
        >
          {texts.open}
        </Button>
      </div>
      <SaveError error={link.error} />
      <Dialog opened={link.data !== undefined} onClose={link.reset} title={texts.title}>
        {link.data !== undefined && <TabletLink url={link.data} onClose={link.reset} />}
      </Dialog>
    </div>
  )
}

/** The link as text and QR code. It is kept on the page only. */
const TabletLink = ({ url, onClose }: { url: string; onClose: () => void }) => (
  <>
    <p>{texts.hint}</p>
    <div className={styles.link}>
      <QRCodeSVG value={url} title={texts.code} size={200} marginSize={4} />
      <output aria-label={texts.link}>
        <code>{url}</code>
      </output>
      <CopyButton text={url} />
      <p>{texts.revoke(texts.token)}</p>
      <Button fullWidth onClick={onClose}>
        {texts.close}
      </Button>
    </div>
  </>
)
