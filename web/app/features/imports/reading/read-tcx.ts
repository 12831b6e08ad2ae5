import { addAt } from './create-place.ts'
import { createReading, type FileReading } from './read-place.ts'
import { readDegrees } from './text/read-degrees.ts'
import { findText, listDescendants, readXmlRecords, type XmlElement } from './xml-records.ts'

/** Reads the course points of a Training Center file. Its tracks are not places. */
export function readTcx(file: string, text: string): FileReading {
  const reading = createReading(file, 'TCX')
  const isWhole = readXmlRecords(text, {
    root: 'TrainingCenterDatabase',
    records: new Set(['CoursePoint']),
    others: new Set(['Track']),
    folders: new Set(),
    onRecord: (point) => addCoursePoint(reading, point),
    onOther: () => {
      reading.otherCount += 1
    },
  })
  if (!isWhole) reading.notes.push('The file is damaged. Everything that could be read is shown.')
  if (reading.places.length === 0 && reading.otherCount > 0)
    reading.notes.push('It has tracks or routes, but no places.')
  return reading
}

function addCoursePoint(reading: FileReading, point: XmlElement): void {
  const title = findText(point, 'Name')
  const [lat, lng] = ['LatitudeDegrees', 'LongitudeDegrees'].map((name) =>
    readDegrees(listDescendants(point, name)[0]?.text ?? ''),
  )
  addAt(
    reading,
    { title, description: findText(point, 'Notes'), sourceCategory: findText(point, 'PointType') },
    lat,
    lng,
  )
}
