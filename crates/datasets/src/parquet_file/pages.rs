//! The pages of a Parquet file: what they claim is checked before there is memory for it, and what they need
//! is there, which the library takes for granted.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::column::reader::{ColumnReader, get_column_reader};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;

use super::Parquet;
use crate::claims::{DEFLATE, MAX_BYTES};
use crate::error::DataError;

/// A file whose footer is read.
pub(super) struct Open {
    /// Its path, for messages.
    pub name: String,
    pub size: u64,
    pub metadata: ParquetMetaData,
    file: File,
}

impl Open {
    pub fn new(parquet: &Parquet) -> Result<Self, DataError> {
        let file = File::open(&parquet.path).map_err(DataError::io("read", &parquet.path))?;
        let name = parquet.path.display().to_string();
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file);
        let metadata = metadata.map_err(|e| DataError::malformed(&name, e.to_string()))?;
        Ok(Self { name, size: file.len(), metadata, file })
    }

    /// The names of the columns.
    pub fn names(&self) -> Vec<String> {
        let columns = self.metadata.file_metadata().schema_descr().columns();
        columns.iter().map(|column| column.path().string()).collect()
    }

    /// The position of the column with this name.
    pub fn position(&self, column: &str) -> Result<usize, DataError> {
        let names = self.names();
        names.iter().position(|name| name == column).ok_or_else(|| {
            let reason = format!("there is no column {column:?}; the columns are {names:?}");
            DataError::malformed(&self.name, reason)
        })
    }

    /// How many rows the footer says.
    pub fn rows(&self) -> Result<usize, DataError> {
        let rows = self.metadata.file_metadata().num_rows();
        usize::try_from(rows).map_err(|_| DataError::malformed(&self.name, format!("it claims {rows} rows")))
    }

    /// Checks that this many rows are not more than the footer says.
    pub fn check(&self, rows: usize) -> Result<(), DataError> {
        if rows > self.rows()? {
            return Err(DataError::malformed(&self.name, "it has more rows than its footer says"));
        }
        Ok(())
    }

    pub fn malformed(&self, error: ParquetError) -> DataError {
        DataError::malformed(&self.name, error.to_string())
    }

    /// The values of a column in a row group.
    pub fn column(&self, group: usize, index: usize) -> Result<ColumnReader, DataError> {
        self.reader(group, index).map_err(|e| self.malformed(e))
    }

    fn reader(&self, group: usize, index: usize) -> Result<ColumnReader, ParquetError> {
        let group = self.metadata.row_group(group);
        let description = self.metadata.file_metadata().schema_descr().column(index);
        let column = group.columns().get(index).filter(|column| column.column_type() == description.physical_type());
        let column = column.ok_or_else(|| damaged("a row group has other columns than the file"))?;
        let compression = column.compression();
        let absent = match compression {
            Compression::ZSTD(_) => Some("zstd"),
            Compression::BROTLI(_) => Some("brotli"),
            _ => None,
        };
        if let Some(name) = absent {
            let reason = format!("it is compressed by {name}, which is not read: write it with snappy, gzip or lz4");
            return Err(damaged(&reason));
        }
        let chunk = Chunk { file: self.file.try_clone()?, compression };
        let rows = usize::try_from(group.num_rows())?;
        let pages = SerializedPageReader::new(Arc::new(chunk), column, rows, None)?;
        Ok(get_column_reader(description, Box::new(Pages { pages, has_dictionary: false })))
    }
}

fn damaged(reason: &str) -> ParquetError {
    ParquetError::General(reason.into())
}

/// Calls the library, whose panics are errors of the file.
pub(super) fn guarded<T>(file: &str, call: impl FnOnce() -> Result<T, DataError>) -> Result<T, DataError> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| Err(DataError::malformed(file, "the file is damaged")))
}

/// The bytes of a column.
struct Chunk {
    file: File,
    compression: Compression,
}

impl Length for Chunk {
    fn len(&self) -> u64 {
        self.file.len()
    }
}

impl ChunkReader for Chunk {
    type T = BufReader<File>;

    /// Called for the header of each page.
    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        let mut reader = self.file.get_read(start)?;
        check_sizes(reader.fill_buf()?).map_err(damaged)?;
        Ok(reader)
    }

    /// Called for the content of each page.
    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes, ParquetError> {
        if start.saturating_add(length as u64) > self.len() {
            return Err(damaged("a page ends after the end of the file"));
        }
        let bytes = self.file.get_bytes(start, length)?;
        // The library unpacks these to the end, whatever size the header says.
        if let (Compression::GZIP(_), true) = (self.compression, bytes.len() as u64 > MAX_BYTES / DEFLATE) {
            let content = flate2::read::MultiGzDecoder::new(&bytes[..]);
            if io::copy(&mut content.take(MAX_BYTES + 1), &mut io::sink())? > MAX_BYTES {
                return Err(damaged("a page takes more than 512 MiB"));
            }
        }
        Ok(bytes)
    }
}

/// Checks the sizes of a page with and without compression. Its header begins with three fields of Thrift's
/// compact protocol: the kind, the size without compression and the size in the file.
fn check_sizes(header: &[u8]) -> Result<(), &'static str> {
    /// A field whose number is the one after the last field's, with an integer.
    const NEXT_INTEGER: u8 = 0x15;
    let mut rest = header;
    let mut field = || {
        rest = rest.strip_prefix(&[NEXT_INTEGER])?;
        let end = rest.iter().take(5).position(|byte| *byte < 0x80)? + 1;
        let (number, after) = rest.split_at(end);
        rest = after;
        let number = number.iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f));
        // Positive numbers are the even ones.
        (number % 2 == 0).then_some(number / 2)
    };
    let (_, size, in_file) = (|| Some((field()?, field()?, field()?)))().ok_or("the header of a page is damaged")?;
    if size > MAX_BYTES {
        return Err("a page takes more than 512 MiB");
    }
    if size > (in_file + 64) * DEFLATE {
        return Err("a page claims more values than it has bytes for");
    }
    Ok(())
}

/// The pages of a column.
struct Pages {
    pages: SerializedPageReader<Chunk>,
    has_dictionary: bool,
}

impl Pages {
    fn check(&mut self, page: &Page) -> Result<(), ParquetError> {
        let wrong = |what: &str| Err(damaged(&format!("a page {what}")));
        match page {
            // A value takes a byte or more.
            Page::DictionaryPage { buf, num_values, .. } if *num_values as usize > buf.len() => {
                return wrong("claims more values than it has bytes for");
            }
            Page::DictionaryPage { .. } if self.has_dictionary => return wrong("is a second dictionary"),
            Page::DictionaryPage { .. } => self.has_dictionary = true,
            Page::DataPage { .. } | Page::DataPageV2 { .. } => {
                let of_dictionary = matches!(page.encoding(), Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY);
                if of_dictionary && !self.has_dictionary {
                    return wrong("needs a dictionary, which is not there");
                }
            }
        }
        Ok(())
    }
}

impl Iterator for Pages {
    type Item = Result<Page, ParquetError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>, ParquetError> {
        let page = self.pages.get_next_page()?;
        page.as_ref().map_or(Ok(()), |page| self.check(page))?;
        Ok(page)
    }

    // Only lists and skipped rows need these, which are not read. A header would be read twice.
    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>, ParquetError> {
        Err(ParquetError::NYI("pages are read in turn".into()))
    }

    fn skip_next_page(&mut self) -> Result<(), ParquetError> {
        Err(ParquetError::NYI("pages are read in turn".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_a_page_cannot_have_are_refused() {
        // The kind 0, 300 bytes and 40 in the file, twice each since they have signs.
        assert_eq!(check_sizes(&[0x15, 0, 0x15, 0xd8, 0x04, 0x15, 80, 0x2c]), Ok(()));
        assert!(check_sizes(&[0x15, 0, 0x15, 0xfe, 0xff, 0xff, 0xff, 0x0f, 0x15, 80]).unwrap_err().contains("512"));
        assert!(check_sizes(&[0x15, 0, 0x15, 0x80, 0x80, 0x80, 0x01, 0x15, 80]).unwrap_err().contains("claims"));
        for damaged in [&[][..], &[0x15], &[0x15, 0, 0x15, 1, 0x15, 80], &[0x25, 0, 0x15, 2, 0x15, 2]] {
            assert!(check_sizes(damaged).unwrap_err().contains("damaged"), "{damaged:?}");
        }
    }
}
