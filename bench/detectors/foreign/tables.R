# Tables of R packages as CSV files, the category of a row in its last column:
#   apt-get install r-cran-mlbench r-cran-kernlab r-cran-caret r-cran-modeldata && Rscript bench/detectors/foreign/tables.R FOLDER [LIBRARY]
# LIBRARY: where R packages were unpacked to, if they are not installed.
arguments <- commandArgs(TRUE)
libraries <- c(arguments[-1], .libPaths())

write_table <- function(package, name, category, drop = character()) {
  place <- new.env()
  data(list = name, package = package, envir = place, lib.loc = libraries)
  table <- get(ls(place)[1], place)
  rows <- table[setdiff(names(table), c(category, drop))]
  rows$category <- as.character(table[[category]])
  write.csv(rows, file.path(arguments[1], paste0(name, ".csv")), row.names = FALSE, na = "")
}

write_table("kernlab", "spam", "type")
write_table("mlbench", "Vowel", "Class")
write_table("mlbench", "Vehicle", "Class")
write_table("mlbench", "DNA", "Class")
write_table("mlbench", "Soybean", "Class")
write_table("mlbench", "PimaIndiansDiabetes", "diabetes")
write_table("caret", "segmentationData", "Class", c("Cell", "Case"))
write_table("modeldata", "mlc_churn", "churn")
write_table("modeldata", "credit_data", "Status")
