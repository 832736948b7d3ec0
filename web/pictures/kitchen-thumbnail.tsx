import { remodelTypeNameOf } from '../../questionnaire/business.ts'
import { kitchenOf } from './kitchens.ts'
import { Picture } from './picture.tsx'

/** The small picture beside an answer that names a remodel type. */
export function KitchenThumbnail({ answer }: { answer: string }) {
  const type = remodelTypeNameOf(answer)
  return type ? <Picture {...kitchenOf.thumbnail(type)} /> : null
}
