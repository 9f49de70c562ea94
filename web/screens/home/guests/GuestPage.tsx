import { Button, Loader } from '@mantine/core'
import { IconMaximize, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { QRCodeSVG } from 'qrcode.react'
import { type GuestNetworkState, guests } from '../../../../router/model/home/guests/contract.ts'
import { Failure } from '../../../client/failure.ts'
import { callAs, clientSession } from '../../../client/tab.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { Appearance } from '../../../parts/page/Appearance.tsx'
import { guestTexts } from '../../../texts/home/guests.ts'
import { wifiCode } from '../devices/add/wifiCode.ts'
import styles from './GuestPage.module.css'
import { pauseMs, tokenIn, weekdayAndTime } from './guestNetwork.ts'

const texts = guestTexts.page

/**
 * The guest network in large print, for a sheet of paper or a tablet. It is read with the token behind `#`, otherwise with the
 * session of this browser. A token with scopes cannot open a websocket, so the page polls.
 */
export function GuestPage() {
  usePageTitle(texts.title)
  const token = tokenIn(useLocation({ select: ({ hash }) => hash }))
  const signed = token === undefined ? clientSession.current() : { token }
  const { data, error } = useQuery({
    queryKey: ['guest page', signed],
    queryFn: () => callAs(signed)(guests.network),
    enabled: signed !== undefined,
    retry: false,
    refetchInterval: ({ state }) => pauseMs(state.data?.ValidUntil ?? 0, Date.now()),
    refetchIntervalInBackground: true,
  })
  const isDenied = error instanceof Failure && error.reason === 'signedOut'
  return (
    <main id="content" className={styles.page} tabIndex={-1}>
      {signed === undefined ? (
        <Face title={texts.unknown} hint={texts.unknownHint} isAlone />
      ) : isDenied ? (
        <Face title={texts.denied} hint={texts.deniedHint} isAlone />
      ) : data ? (
        <Present network={data} isOld={error !== null} />
      ) : error ? (
        <Face title={texts.unreachable} hint={texts.unreachableHint} isAlone />
      ) : (
        <Loader aria-busy="true" />
      )}
      <div className={styles.controls}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.6} />}
          onClick={() => window.print()}
          disabled={!data?.Enabled}
        >
          {texts.print}
        </Button>
        {document.fullscreenEnabled && (
          <Button
            variant="default"
            leftSection={<IconMaximize size={18} stroke={1.6} />}
            onClick={() => void document.documentElement.requestFullscreen()}
          >
            {texts.full}
          </Button>
        )}
        <Appearance />
        {token === undefined && (
          <ButtonLink to="/admin/wifi" variant="subtle">
            {texts.back}
          </ButtonLink>
        )}
      </div>
    </main>
  )
}

/** `isOld`: the router did not respond to the last request. */
function Present({ network, isOld }: { network: GuestNetworkState; isOld: boolean }) {
  const { Enabled, Ssid, Passphrase, ValidUntil } = network
  if (!Enabled) return <Face title={texts.off} hint={texts.offHint} isAlone />
  if (Passphrase === '') return <Face title={texts.own} hint={texts.ownHint} isAlone />
  return (
    <article className={styles.sheet}>
      <QRCodeSVG
        className={styles.code}
        value={wifiCode(Ssid, Passphrase)}
        title={texts.qrLabel(Ssid)}
        size={480}
        marginSize={4}
      />
      <div className={styles.words}>
        <h1>{texts.title}</h1>
        <p className={styles.scan}>{texts.scan}</p>
        <dl>
          <dt>{texts.network}</dt>
          <dd>{Ssid}</dd>
          <dt>{texts.passphrase}</dt>
          <dd>
            <code>{Passphrase}</code>
          </dd>
        </dl>
        {ValidUntil > 0 && <p className={styles.scan}>{texts.until(weekdayAndTime(ValidUntil))}</p>}
        {isOld && (
          <p className={styles.old} role="status">
            {texts.old}
          </p>
        )}
      </div>
    </article>
  )
}
