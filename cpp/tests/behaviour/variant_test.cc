// Tests the values of a provider's data about a user.

#include "firebase/variant.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using firebase::Variant;

TEST(VariantTest, HoldsWhatItIsGiven) {
  EXPECT_TRUE(Variant().is_null());
  EXPECT_TRUE(Variant(true).is_bool());
  EXPECT_TRUE(Variant(1).is_int64());
  EXPECT_TRUE(Variant(1u).is_int64());
  EXPECT_TRUE(Variant(1LL).is_int64());
  EXPECT_TRUE(Variant(1.5).is_double());
  EXPECT_TRUE(Variant("text").is_static_string());
  EXPECT_TRUE(Variant(std::string("text")).is_mutable_string());
  EXPECT_TRUE(Variant(std::vector<int>{1, 2}).is_vector());
  EXPECT_TRUE((Variant(std::map<std::string, int>{{"a", 1}}).is_map()));
  EXPECT_EQ(Variant(INT64_MIN).int64_value(), INT64_MIN);
  EXPECT_EQ(Variant(1.5f).double_value(), 1.5);
  EXPECT_STREQ(Variant("text").string_value(), "text");
  EXPECT_TRUE(Variant("text").is_string());
  EXPECT_TRUE(Variant(1).is_numeric());
  EXPECT_TRUE(Variant::EmptyVector().is_container_type());
}

TEST(VariantTest, ComparesByValue) {
  EXPECT_TRUE(Variant("text") == Variant(std::string("text")));
  EXPECT_TRUE(Variant("text") != Variant("other"));
  EXPECT_TRUE(Variant(1) != Variant(1.0));
  EXPECT_TRUE(Variant(1) < Variant(2));
  EXPECT_TRUE(Variant(std::vector<Variant>{1, 2}) == Variant(std::vector<int>{1, 2}));
  EXPECT_FALSE(Variant() < Variant());
  std::map<Variant, Variant> map;
  map["a"] = 1;
  map[std::string("a")] = 2;
  EXPECT_EQ(map.size(), 1u);
  EXPECT_EQ(map.at("a").int64_value(), 2);
}

TEST(VariantTest, ConvertsWhatCanBeConverted) {
  EXPECT_STREQ(Variant(12).AsString().string_value(), "12");
  EXPECT_STREQ(Variant(true).AsString().string_value(), "true");
  EXPECT_EQ(Variant("12").AsInt64().int64_value(), 12);
  EXPECT_EQ(Variant(12.9).AsInt64().int64_value(), 12);
  EXPECT_EQ(Variant("1.5").AsDouble().double_value(), 1.5);
  EXPECT_TRUE(Variant("x").AsBool().bool_value());
  EXPECT_FALSE(Variant("").AsBool().bool_value());
  EXPECT_EQ(Variant("x").AsInt64().int64_value(), 0);
  EXPECT_TRUE(Variant().AsString().is_string());
}

TEST(VariantTest, IsCopiedAndMovedWhole) {
  Variant deep =
      std::map<Variant, Variant>{{"list", std::vector<Variant>{1, "two", 3.0, Variant(), true}}};
  const Variant copy = deep;
  EXPECT_TRUE(copy == deep);
  deep.map()["list"].vector().push_back(6);
  EXPECT_TRUE(copy != deep);
  Variant moved = std::move(deep);
  EXPECT_EQ(moved.map()["list"].vector().size(), 6u);
  EXPECT_TRUE(deep.is_null());  // NOLINT: what is left behind is null
  moved = moved.map()["list"];
  EXPECT_EQ(moved.vector().size(), 6u);
  moved = copy;
  const Variant& alias = moved;
  moved = alias;
  EXPECT_TRUE(moved == copy);
}

TEST(VariantTest, ReadsOfAnotherTypeGiveNothing) {
  const Variant number(1);
  EXPECT_TRUE(number.map().empty());
  EXPECT_TRUE(number.vector().empty());
  EXPECT_STREQ(number.string_value(), "");
  EXPECT_EQ(Variant("x").int64_value(), 0);
  EXPECT_FALSE(Variant("x").bool_value());
}

TEST(VariantTest, HoldsBytes) {
  const uint8_t bytes[] = {0, 1, 255};
  Variant own = Variant::FromMutableBlob(bytes, sizeof bytes);
  const Variant others = Variant::FromStaticBlob(bytes, sizeof bytes);
  EXPECT_TRUE(own == others);
  EXPECT_EQ(own.blob_size(), 3u);
  EXPECT_EQ(own.blob_data()[2], 255);
  own.mutable_blob_data()[2] = 1;
  EXPECT_TRUE(own != others);
  EXPECT_EQ(others.blob_data(), bytes);
}

TEST(VariantTest, ChangesItsType) {
  Variant value;
  value.set_int64_value(1);
  value.set_string_value(std::string("text"));
  EXPECT_EQ(value.mutable_string(), "text");
  value.set_vector({1, 2});
  EXPECT_EQ(value.vector().size(), 2u);
  value.set_map({{1, 2}});
  EXPECT_EQ(value.map().size(), 1u);
  value.set_bool_value(true);
  value.set_double_value(2.5);
  EXPECT_EQ(value.double_value(), 2.5);
  value.set_null();
  EXPECT_TRUE(value.is_null());
  auto* text = new std::string("taken");
  value.AssignMutableString(&text);
  EXPECT_EQ(text, nullptr);
  EXPECT_STREQ(value.string_value(), "taken");
  value.Clear(Variant::kTypeMap);
  EXPECT_TRUE(value.map().empty());
  EXPECT_STREQ(Variant::TypeName(Variant::kTypeInt64), "Int64");
}

}  // namespace
