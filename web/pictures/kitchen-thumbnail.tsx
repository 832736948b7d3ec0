import { remodelTypes } from '../../questionnaire/business.ts'
import { kitchenOf, remodelTypeNames } from './kitchens.ts'
import { Picture } from './picture.tsx'

/** The small picture beside an answer that names a remodel type. */
export function KitchenThumbnail({ answer }: { answer: string }) {
  const type = remodelTypeNames.find((name) => remodelTypes[name].answer === answer)
  return type ? <Picture {...kitchenOf.thumbnail(type)} /> : null
}
