import { ActionIcon } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import {
  BaseEdge,
  ConnectionMode,
  type EdgeProps,
  getViewportForBounds,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  type Viewport,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useMemo, useState } from 'react'
import { mapTexts } from '../../../texts/home/map.ts'
import { type HubNode, type MapNode, nodesOf, type Scene } from './graph.ts'
import { boxAt, CARD, cardAt, extentOf, type MapRectangle, READABLE } from './layout.ts'
import { edgesOf, type RoutedEdge } from './lines.ts'
import styles from './MapDiagram.module.css'
import { BoxFrame, BoxLabel, Card, ClusterCard, Hub, MapFrame, SiteCard } from './nodes.tsx'
import { svgPath } from './routes.ts'

interface MapDiagramProps {
  scene: Scene
  /** Whether devices can be dragged from box to box. */
  canMove: boolean
  onChoose: (identity: string | undefined) => void
  onMove: (identity: string, boxId: string) => void
  /** Opens a cluster, or closes it. */
  onToggle: (cluster: string) => void
  onOpen: (hub: HubNode['data']['kind']) => void
  onOpenSite: (name: string) => void
}

/** A line of the map with corners, and arrows at its ends. */
const RoutedLine = ({ id, data, markerStart, markerEnd }: EdgeProps<RoutedEdge>) => (
  <BaseEdge
    id={id}
    path={svgPath(data?.points ?? [])}
    interactionWidth={0}
    {...(markerStart && { markerStart })}
    {...(markerEnd && { markerEnd })}
  />
)

const KINDS = {
  hub: Hub,
  frame: MapFrame,
  box: BoxFrame,
  title: BoxLabel,
  card: Card,
  cluster: ClusterCard,
  site: SiteCard,
}
const LINES = { routed: RoutedLine }
const FIT = { padding: 0.04, maxZoom: 1.1 }
const SCALES = { least: 0.05, most: 2 }
/** Above a picture that is not seen whole, in pixels. */
const TOP = 16
/** From this many cards on only those that can be seen are there. */
const MANY = 150
/** The scale below which the name on a card is not legible. */
const LEGIBLE = 0.4

/** The map. The list beside it has the same content, for the keyboard and for screen readers. */
export function MapDiagram(props: MapDiagramProps) {
  const { ref, width, height } = useElementSize()
  return (
    <ReactFlowProvider>
      <div className={styles.picture}>
        <div ref={ref} className={styles.canvas} aria-hidden="true">
          {height > 0 && <Canvas {...props} whole={beginOf(extentOf(props.scene.layout), width, height)} />}
        </div>
        <Scales />
      </div>
    </ReactFlowProvider>
  )
}

/** All of it where that can be read, and its upper part where it cannot. */
function beginOf(extent: MapRectangle, width: number, height: number): Viewport {
  const whole = getViewportForBounds(extent, width, height, SCALES.least, FIT.maxZoom, FIT.padding)
  if (whole.zoom >= READABLE) return whole
  return { x: width / 2 - (extent.x + extent.width / 2) * READABLE, y: TOP - extent.y * READABLE, zoom: READABLE }
}

/** `whole` is where one begins. */
function Canvas({
  scene,
  canMove,
  onChoose,
  onMove,
  onToggle,
  onOpen,
  onOpenSite,
  whole,
}: MapDiagramProps & { whole: Viewport }) {
  const flow = useReactFlow<MapNode>()
  const [held, setHeld] = useState<{ id: string; position: { x: number; y: number } }>()
  const isLarge = scene.layout.cards.size > MANY
  const isFar = useStore(({ width, transform: [, , scale] }) => width === 0 || scale < LEGIBLE) && isLarge
  const resting = useMemo(() => nodesOf(scene, { canMove, isFar }), [scene, canMove, isFar])
  const all = useMemo(() => edgesOf(scene), [scene])
  // A card that is dragged leaves its lines, which are drawn again where it is dropped.
  const edges = held ? all.filter(({ source, target }) => source !== held.id && target !== held.id) : all
  const nodes = held
    ? resting.map((node) => (node.id === held.id ? { ...node, position: held.position, zIndex: 3 } : node))
    : resting
  return (
    <ReactFlow<MapNode>
      nodes={nodes}
      edges={edges}
      nodeTypes={KINDS}
      edgeTypes={LINES}
      onNodesChange={(changes) => {
        for (const change of changes)
          if (change.type === 'position' && change.dragging && change.position)
            setHeld({ id: change.id, position: change.position })
      }}
      onNodeDragStop={(_, { id, position }) => {
        setHeld(undefined)
        const middle = { x: position.x + CARD.width / 2, y: position.y + CARD.height / 2 }
        const box = boxAt(scene.layout, middle)
        if (box !== undefined) onMove(id, box)
      }}
      onNodeClick={({ clientX: x, clientY: y }, node) => {
        if (node.type === 'hub') return onOpen(node.data.kind)
        const card = cardAt(scene.layout, flow.screenToFlowPosition({ x, y }))
        const there = resting.find(({ id }) => id === card)
        if (there?.type === 'cluster') return onToggle(there.id)
        if (there?.type === 'site') return onOpenSite(there.data.site.Name)
        onChoose(there?.type === 'card' ? there.data.entry.identity : undefined)
      }}
      onPaneClick={() => onChoose(undefined)}
      defaultViewport={whole}
      minZoom={SCALES.least}
      maxZoom={SCALES.most}
      nodeDragThreshold={5}
      onlyRenderVisibleElements={isLarge}
      // Any side of a node may be the end of a line.
      connectionMode={ConnectionMode.Loose}
      nodesConnectable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      zoomActivationKeyCode={null}
      panActivationKeyCode={null}
      proOptions={{ hideAttribution: true }}
    />
  )
}

/** Closer, farther, and back to all of it. */
function Scales() {
  const flow = useReactFlow()
  return (
    <div className={styles.zoom}>
      <ActionIcon variant="default" size="lg" aria-label={mapTexts.closer} onClick={() => void flow.zoomIn()}>
        <IconPlus size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon variant="default" size="lg" aria-label={mapTexts.farther} onClick={() => void flow.zoomOut()}>
        <IconMinus size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon variant="default" size="lg" aria-label={mapTexts.whole} onClick={() => void flow.fitView(FIT)}>
        <IconMaximize size={18} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}
