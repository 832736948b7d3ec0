import { useEffect, useRef } from 'react'
import { type RemodelTypeKey, remodelTypeKeys, remodelTypes } from '../../questionnaire/business.ts'
import { kitchenOf } from '../pictures/kitchens.ts'
import { Picture } from '../pictures/picture.tsx'
import { Heading } from '../ui/heading.tsx'
import { Plus } from '../ui/icons.tsx'
import { ignoreHeldKey } from '../ui/ignore-held-key.ts'
import { Full } from '../ui/layout.tsx'
import { RemodelDetail } from './remodel-detail.tsx'
import type { SlideProps } from './slide.ts'

/** Three cards, or the detail of one. */
export function RemodelTypes({ title, bar, detail, onOpen, onClose }: SlideProps) {
  const open = remodelTypeKeys.find((type) => type === detail)
  const cards = useRef<HTMLDivElement>(null)
  const lastOpen = useRef<RemodelTypeKey>(undefined)

  // Returns the focus to the card that was open.
  useEffect(() => {
    if (!open && lastOpen.current)
      cards.current?.querySelector<HTMLElement>(`[data-remodel=${lastOpen.current}]`)?.focus()
    lastOpen.current = open
  }, [open])

  // Back and Next show only with the cards.
  return open ? (
    <RemodelDetail type={open} onClose={onClose} />
  ) : (
    <Full bar={bar}>
      <Heading>{title}</Heading>
      <div className="trio" ref={cards}>
        {remodelTypeKeys.map((type) => (
          <button
            className="chip"
            data-remodel={type}
            type="button"
            key={type}
            onClick={() => onOpen(type)}
            onKeyDown={ignoreHeldKey}
          >
            <Picture {...kitchenOf.card(type)} />
            <span className="chip-line">
              <span className="serif">{remodelTypes[type].name}</span>
              <span className="round">
                <Plus />
              </span>
            </span>
          </button>
        ))}
      </div>
    </Full>
  )
}
